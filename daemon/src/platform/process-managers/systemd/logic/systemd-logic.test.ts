// Reading of control groups and writing of unit properties, on texts as kernels of both kinds give them.

import { describe, expect, test } from 'vitest'
import {
  cpuSeconds,
  ioBytes,
  memoryBytes,
  memoryKills,
  memoryLimitBytes,
  type ReadCounter,
  unitCgroups,
} from './unit-cgroups.ts'
import { unitProperties } from './unit-properties.ts'

const readerOf =
  (files: Record<string, string>): ReadCounter =>
  (controller, file) =>
    files[`${controller}/${file}`] ?? null

const unified = readerOf({
  '/cpu.stat': 'usage_usec 1500000\nuser_usec 1000000\nsystem_usec 500000\n',
  '/memory.current': '52428800\n',
  '/memory.stat': 'anon 30000000\nfile 20000000\nshmem 4000000\ninactive_file 10485760\n',
  '/memory.max': '67108864\n',
  '/memory.events': 'low 0\nhigh 0\nmax 12\noom 1\noom_kill 2\noom_group_kill 0\n',
  '/io.stat':
    '254:0 rbytes=4096 wbytes=100 rios=1 wios=1 dbytes=0 dios=0\n8:16 rbytes=1000 wbytes=24 rios=2\n',
})

const old = readerOf({
  'cpuacct/cpuacct.usage': '2500000000\n',
  'memory/memory.usage_in_bytes': '52428800\n',
  'memory/memory.stat': 'cache 5\nshmem 1\ntotal_cache 20000000\ntotal_shmem 4000000\n',
  'memory/memory.limit_in_bytes': '67108864\n',
  'memory/memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 3\n',
  'blkio/blkio.throttle.io_service_bytes_recursive':
    '254:0 Read 4096\n254:0 Write 100\n254:0 Sync 0\n254:0 Total 4196\n8:16 Read 1000\n8:16 Write 24\nTotal 5220\n',
})

describe('6.3 counters of a control group', () => {
  test('of the unified hierarchy', () => {
    expect(cpuSeconds(unified)).toBe(1.5)
    expect(memoryBytes(unified)).toBe(52428800 - 16000000)
    expect(memoryLimitBytes(unified)).toBe(67108864)
    expect(memoryKills(unified)).toBe(2)
    expect([ioBytes(unified, 'read'), ioBytes(unified, 'write')]).toEqual([5096, 124])
  })

  test('of the old hierarchies', () => {
    expect(cpuSeconds(old)).toBe(2.5)
    expect(memoryBytes(old)).toBe(52428800 - 16000000)
    expect(memoryLimitBytes(old)).toBe(67108864)
    expect(memoryKills(old)).toBe(3)
    expect([ioBytes(old, 'read'), ioBytes(old, 'write')]).toEqual([5096, 124])
  })

  test('what is not there is not known, and no limit is none', () => {
    const nothing = readerOf({})
    const counters = [cpuSeconds, memoryBytes, memoryLimitBytes, memoryKills]
    expect(counters.map(counter => counter(nothing))).toEqual([null, null, null, null])
    expect(ioBytes(nothing, 'read')).toBeNull()
    expect(memoryLimitBytes(readerOf({ '/memory.max': 'max\n' }))).toBeNull()
    expect(memoryLimitBytes(readerOf({ 'memory/memory.limit_in_bytes': '9223372036854771712\n' }))).toBeNull()
    expect(ioBytes(readerOf({ '/io.stat': '' }), 'write')).toBe(0)
  })
})

describe('control groups of a unit', () => {
  test('one hierarchy', () => {
    const mounts = '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n'
    expect(unitCgroups('a.service', '0::/rookery.slice/a.service\n', mounts)).toEqual({
      '': '/sys/fs/cgroup/rookery.slice/a.service',
    })
  })

  test('several hierarchies, of which the unit has its own group in some', () => {
    const membership =
      '5:cpu,cpuacct:/x/a.service\n4:memory:/x/a.service\n3:freezer:/x\n1:name=systemd:/x/a.service\n0::/x/a.service\n'
    const mounts = [
      '86 76 0:28 / /sys/fs/cgroup ro - tmpfs tmpfs ro,mode=755',
      '87 86 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct',
      '90 86 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory',
      '92 86 0:34 / /sys/fs/cgroup/freezer rw,relatime - cgroup cgroup rw,freezer',
      '95 86 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,xattr,name=systemd',
      '96 86 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw',
    ].join('\n')
    expect(unitCgroups('a.service', membership, mounts)).toEqual({
      cpu: '/sys/fs/cgroup/cpu,cpuacct/x/a.service',
      cpuacct: '/sys/fs/cgroup/cpu,cpuacct/x/a.service',
      memory: '/sys/fs/cgroup/memory/x/a.service',
      'name=systemd': '/sys/fs/cgroup/systemd/x/a.service',
      '': '/sys/fs/cgroup/unified/x/a.service',
    })
  })

  test('a mount that shows only a part of the hierarchy', () => {
    const mounts = '30 23 0:26 /box /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n'
    expect(unitCgroups('a.service', '0::/box/a.service\n', mounts)).toEqual({
      '': '/sys/fs/cgroup/a.service',
    })
    expect(unitCgroups('a.service', '0::/boxes/a.service\n', mounts)).toEqual({})
  })
})

describe('3 limits as properties of a unit', () => {
  test('each that is given, and no other', () => {
    const limits = unitProperties({ memoryBytes: 1024, cpuPercent: 150.4, pids: 10 })
    expect(limits).toEqual(
      expect.arrayContaining(['MemoryMax=1024', 'MemorySwapMax=0', 'CPUQuota=150%', 'TasksMax=11']),
    )
    expect(unitProperties({ cpuPercent: 0.2 })).toContain('CPUQuota=1%')
    expect(unitProperties({}).join('\n')).not.toMatch(/MemoryMax|CPUQuota|TasksMax/)
  })
})
