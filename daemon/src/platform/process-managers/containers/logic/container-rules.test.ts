// What a container is made of, how its end is read, what its figures mean and what its refusals say.

import { describe, expect, test } from 'vitest'
import type { Launch } from '../../process-manager.ts'
import { containerSettings } from './container-settings.ts'
import { startRefusal } from './engine-messages.ts'
import { exitOfContainer } from './exit-of-container.ts'
import { usageOfStats } from './usage-of-stats.ts'

const launch: Launch = {
  id: 7,
  argv: ['/srv/games/7/start', '--world', '/srv/games/7/world', '/srv/games/77'],
  cwd: '/srv/games/7',
  env: { HOME: '/srv/games/7', OTHER: '/srv/games/70' },
  uid: 700_007,
  gid: 700_007,
  cols: 80,
  rows: 24,
  limits: { memoryBytes: 1_000_000_000, cpuPercent: 150 },
}
const container = {
  image: 'game:1',
  ports: [
    { ip: '0.0.0.0', port: 27_015, protocol: 'udp' as const },
    { ip: '192.0.2.1', port: 27_015, protocol: 'udp' as const },
  ],
  readOnlyRoot: true,
}
const given = { owner: 'abc', streamId: 's1', uid: 1, gid: 1, engine: 'docker' as const, hasInit: true }

describe('settings', () => {
  const settings = containerSettings(launch, container, given)

  test('T-102 a container is confined: no rights, limits, its own user, a root that stays as it is', () => {
    expect(settings).toMatchObject({ User: '700007:700007', WorkingDir: '/game', Tty: true, OpenStdin: true })
    expect(settings.HostConfig).toMatchObject({
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Privileged: false,
      ReadonlyRootfs: true,
      Memory: 1_000_000_000,
      MemorySwap: 1_000_000_000,
      NanoCpus: 1_500_000_000,
      PidsLimit: 2048,
      RestartPolicy: { Name: 'no' },
    })
    expect(Object.keys(settings.HostConfig?.Tmpfs ?? {})).toEqual(['/tmp'])
  })

  test('paths into its folder are given as they are inside; everything else stays literal', () => {
    expect(settings.Entrypoint).toEqual(['/game/start'])
    expect(settings.Cmd).toEqual(['--world', '/game/world', '/srv/games/77'])
    expect(settings.Env).toEqual([
      'HOME=/game',
      'OTHER=/srv/games/70',
      'TINI_KILL_PROCESS_GROUP=1',
      'TINI_VERBOSITY=0',
    ])
  })

  test('one port on two addresses becomes one entry with two bindings', () => {
    expect(settings.HostConfig?.PortBindings).toEqual({
      '27015/udp': [
        { HostIp: '0.0.0.0', HostPort: '27015' },
        { HostIp: '192.0.2.1', HostPort: '27015' },
      ],
    })
  })

  test('without limits nothing is limited but the number of processes', () => {
    const free = containerSettings({ ...launch, limits: {} }, { ...container, readOnlyRoot: false }, given)
    expect(free.HostConfig).not.toHaveProperty('Memory')
    expect(free.HostConfig).not.toHaveProperty('NanoCpus')
    expect(free.HostConfig).not.toHaveProperty('Tmpfs')
    expect(free.HostConfig?.PidsLimit).toBe(2048)
  })
})

test('6.2 code, signal and lack of memory are told apart', () => {
  const end = (ExitCode: number, OOMKilled = false, killed = false) =>
    exitOfContainer({ ExitCode, OOMKilled }, killed, 5)
  expect(end(7)).toEqual({ code: 7, signal: null, outOfMemory: false, endSeq: 5 })
  expect(end(137)).toEqual({ code: null, signal: 'SIGKILL', outOfMemory: false, endSeq: 5 })
  expect(end(137, true)).toMatchObject({ signal: 'SIGKILL', outOfMemory: true })
  expect(end(1, false, true)).toMatchObject({ code: 1, outOfMemory: true })
  expect(end(0, true)).toMatchObject({ code: 0, outOfMemory: false })
  expect(end(255)).toMatchObject({ code: 255, signal: null })
  expect(exitOfContainer(null, false, 5)).toEqual({ code: null, signal: null, outOfMemory: false, endSeq: 5 })
})

describe('usage', () => {
  const read = '2026-11-15T05:12:51Z'

  test('C346 control groups of version 1: file pages do not count, shared memory does', () => {
    const memory_stats = { usage: 1000, stats: { total_cache: 600, total_shmem: 100 } }
    const stats = { read, memory_stats, cpu_stats: { cpu_usage: { total_usage: 2_500_000_000 } } }
    const usage = usageOfStats({ stats, memoryLimitBytes: 5000, pageCacheBytes: null })
    expect(usage).toEqual({ cpuSeconds: 2.5, memoryBytes: 500, memoryLimitBytes: 5000 })
  })

  test('C346 control groups of version 2, networks, disks and processes', () => {
    const stats = {
      read,
      memory_stats: { usage: 1000, stats: { file: 300, shmem: 0, anon: 700 } },
      networks: { a: { rx_bytes: 1, tx_bytes: 2 }, b: { rx_bytes: 10, tx_bytes: 20 } },
      blkio_stats: {
        io_service_bytes_recursive: [
          { op: 'read', value: 3 },
          { op: 'Write', value: 4 },
          { op: 'Read', value: 5 },
        ],
      },
      pids_stats: { current: 6 },
    }
    expect(usageOfStats({ stats, memoryLimitBytes: 0, pageCacheBytes: null })).toEqual({
      memoryBytes: 700,
      networkReceiveBytes: 11,
      networkTransmitBytes: 22,
      blockReadBytes: 8,
      blockWriteBytes: 4,
      pids: 6,
    })
  })

  test('C270 what the engine could not measure is absent', () => {
    const nothing = { read: '0001-01-01T00:00:00Z', memory_stats: {}, pids_stats: {} }
    expect(usageOfStats({ stats: nothing, memoryLimitBytes: 0, pageCacheBytes: null })).toEqual({})
    const little = { read, memory_stats: { usage: 1000 }, blkio_stats: { io_service_bytes_recursive: null } }
    expect(usageOfStats({ stats: little, memoryLimitBytes: 0, pageCacheBytes: 400 })).toEqual({
      memoryBytes: 600,
    })
  })
})

test.each([
  [404, 'No such image: game:1', 'not_runnable', /not on this node: run "docker pull game:1"/, 'image'],
  [404, 'no such image: docker.io/game:1: image not known', 'not_runnable', /docker pull game:1/, 'image'],
  [409, 'Conflict. The container name "/x" is already in use by', 'already_running', /stop it first/, null],
  [
    500,
    'driver failed: Bind for 0.0.0.0:80 failed: port is already allocated',
    'unavailable',
    /port .* in use/,
    'port',
  ],
  [
    400,
    'OCI runtime create failed: exec: "x": stat x: no such file or directory',
    'not_runnable',
    /is not there/,
    'program',
  ],
  [
    400,
    'unable to start container process: exec: "/tmp": permission denied: unknown',
    'not_runnable',
    /executable/,
    null,
  ],
  [500, 'something else', 'unavailable', /docker could not start it: something else/, null],
  [null, 'the Docker engine does not answer', 'unavailable', /does not answer/, 'engine'],
] as const)(
  'a refusal of status %s (%s) is told with a reason, and what it is about',
  (status, message, code, text, what) => {
    const reported = startRefusal({ engine: 'docker', image: 'game:1', program: 'x', status, message })
    expect(reported).toMatchObject({ code, message: expect.stringMatching(text) })
    expect(reported.about?.what ?? null).toBe(what)
  },
)
