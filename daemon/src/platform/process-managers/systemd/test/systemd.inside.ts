// What a game under systemd is held to, on a machine that systemd runs.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isDead, readProcessStat } from '../../../../keeper/process-stat.ts'
import { openKeeperSocket } from '../../process/keeper-socket.ts'
import { allOutput, outputUntil, shell, until } from '../../process/test/process-manager-fixture.ts'
import type { Launch } from '../../process-manager.ts'
import {
  gameUnits,
  openSystemdFixture,
  type SystemdFixture,
  unitProperty,
  userIdBase,
} from './systemd-fixture.ts'

const managerModule = pathToFileURL(join(import.meta.dirname, '../systemd.ts')).href
const megabyte = 1024 * 1024
const asOwnUser = (id: number): Partial<Launch> => ({ uid: userIdBase + id, gid: userIdBase + id })
/** One process that touches all of it at once. */
const takes200Megabytes = 'dd if=/dev/zero of=/dev/null bs=200M count=1'
const hold = (megabytes: number) =>
  `head -c ${megabytes * megabyte} /dev/zero | tail -c ${megabytes * megabyte} | wc -c`

describe('systemd', () => {
  let fixture: SystemdFixture
  beforeAll(() => {
    fixture = openSystemdFixture()
  })
  afterEach(async () => {
    await fixture.clear()
    expect(gameUnits()).toEqual([])
  })
  afterAll(() => fixture.end())

  test('3 a game that takes more memory than it may is ended, and that is said', async () => {
    const limits = { memoryBytes: 48 * megabyte }
    const greedy = await fixture.manager.start(
      shell(1, `exec ${takes200Megabytes}`, { limits, ...asOwnUser(1) }),
    )
    expect(await greedy.exit).toMatchObject({ code: null, signal: 'SIGKILL', outOfMemory: true })
    const modest = await fixture.manager.start(shell(2, `${hold(16)}; exit 3`, { limits, ...asOwnUser(2) }))
    expect(await allOutput(modest)).toBe(`${16 * megabyte}\n`)
    expect(await modest.exit).toMatchObject({ code: 3, signal: null, outOfMemory: false })
  })

  test('3 what runs out of memory while no daemon is there is told to the next one', async () => {
    const limits = { memoryBytes: 48 * megabyte }
    const daemon = fixture.openAnother()
    const script = `read line; exec ${takes200Megabytes}`
    const greedy = await daemon.start(shell(1, script, { limits, ...asOwnUser(1) }))
    await greedy.write(Buffer.from('go\n'))
    await daemon.close()
    await until(() => isDead(readProcessStat(greedy.pid)), 'the game has ended')
    const [adopted] = await fixture.openAnother().adopt()
    expect(adopted?.streamId).toBe(greedy.streamId)
    expect(await adopted?.exit).toMatchObject({ signal: 'SIGKILL', outOfMemory: true })
  })

  test('a game whose note in the keeper is damaged is found again by its unit; one without a unit is set aside', async () => {
    const sound = await fixture.manager.start(shell(1, 'sleep 600', asOwnUser(1)))
    const [unit = ''] = gameUnits()
    const line = await openKeeperSocket(fixture.socketFile, { event: () => {}, closed: () => {} })
    const launch = { argv: ['/bin/sleep', '600'], cwd: '/', env: { PATH: '/usr/bin:/bin' } }
    const size = { cols: 80, rows: 25 }
    const damaged = unit.replace('-1.service', '-2.service')
    execFileSync('systemd-run', [
      '--quiet',
      `--unit=${damaged}`,
      '--slice=rookery.slice',
      '/bin/sleep',
      'infinity',
    ])
    for (const id of [2, 3]) {
      await line.request({ verb: 'spawn', id, streamId: `damaged-${id}`, launch, ...size, label: 'no JSON' })
    }
    const adopted = await fixture.openAnother().adopt()
    expect(adopted.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([1, 2])
    expect(adopted.find(({ id }) => id === 1)?.streamId).toBe(sound.streamId)
    for (const id of [2, 3]) {
      await line.request({ verb: 'signal', id, streamId: `damaged-${id}`, signal: 'SIGTERM' })
    }
    const found = adopted.find(({ id }) => id === 2)
    expect(await found?.exit).toMatchObject({ signal: 'SIGTERM' })
    await found?.forget()
    const forget = () => line.request({ verb: 'forget', id: 3, streamId: 'damaged-3' })
    const isForgotten = () =>
      forget().then(
        () => true,
        () => false,
      )
    await until(isForgotten, 'the one that was set aside is forgotten')
    line.close()
  })

  test('a game that is killed on purpose did not run out of memory, even if a child of it had', async () => {
    const limits = { memoryBytes: 48 * megabyte }
    const script = `${takes200Megabytes}; echo child $?; sleep 600`
    const running = await fixture.manager.start(shell(1, script, { limits, ...asOwnUser(1) }))
    await outputUntil(running, 'child 137')
    await running.endTree()
    expect(await running.exit).toMatchObject({ signal: 'SIGKILL', outOfMemory: false })
  })

  test('3 a game gets as much of a core as it may have, and its use is measured', async () => {
    const limits = { cpuPercent: 20, memoryBytes: 64 * megabyte }
    const running = await fixture.manager.start(shell(1, 'while :; do :; done', { limits, ...asOwnUser(1) }))
    const began = performance.now()
    const before = await running.usage()
    const usedSeconds = async () => ((await running.usage()).cpuSeconds ?? 0) - (before.cpuSeconds ?? 0)
    await until(async () => (await usedSeconds()) > 0.6, 'it has worked')
    expect((await usedSeconds()) / ((performance.now() - began) / 1000)).toBeLessThan(0.3)
    const usage = await running.usage()
    expect(usage).toMatchObject({ memoryLimitBytes: 64 * megabyte, pids: 1 })
    expect(Object.keys(usage).toSorted()).toEqual([
      'blockReadBytes',
      'blockWriteBytes',
      'cpuSeconds',
      'memoryBytes',
      'memoryLimitBytes',
      'pids',
    ])
    expect(usage.memoryBytes).toBeLessThan(16 * megabyte)
    await running.endTree()
    await running.exit
    await expect(running.usage()).rejects.toMatchObject({ code: 'ended' })
  })

  test('3 a game has no more processes than it may have', async () => {
    const script = '(i=0; while [ $i -lt 40 ]; do sleep 600 & i=$((i+1)); done); echo over; read line'
    const running = await fixture.manager.start(shell(1, script, { limits: { pids: 8 }, ...asOwnUser(1) }))
    expect(await outputUntil(running, 'over')).toContain('Cannot fork')
    expect((await running.usage()).pids).toBe(7)
  })

  test('the game and all it starts run without new privileges, as its own user', async () => {
    const script = 'id -u; id -G; grep NoNewPrivs /proc/self/status; cat /proc/self/oom_score_adj'
    const running = await fixture.manager.start(shell(1, script, asOwnUser(1)))
    expect((await allOutput(running)).split('\n')).toEqual([
      String(userIdBase + 1),
      String(userIdBase + 1),
      'NoNewPrivs:\t1',
      '0',
      '',
    ])
  })

  test('the unit is shown by systemctl with its limits, in one slice for all games', async () => {
    const limits = { memoryBytes: 64 * megabyte, cpuPercent: 150, pids: 50 }
    await fixture.manager.start(shell(1, 'exec sleep 600', { limits, ...asOwnUser(1) }))
    const [unit = ''] = gameUnits()
    expect(unitProperty(unit, 'Slice')).toBe('rookery.slice')
    expect(unitProperty(unit, 'MemoryMax')).toBe(String(64 * megabyte))
    expect(unitProperty(unit, 'CPUQuotaPerSecUSec')).toMatch(/^1\.5(0*)s$/)
    expect(unitProperty(unit, 'TasksMax')).toBe('51')
    expect(unitProperty(unit, 'TasksCurrent')).toBe('2')
  })

  test('T-095 a start that fails, and one that is refused, leave no unit behind', async () => {
    const refused = fixture.manager.start({ ...shell(1, ''), argv: ['/no/such/program'] })
    await expect(refused).rejects.toMatchObject({ code: 'not_runnable', message: /does not exist/ })
    expect(gameUnits()).toEqual([])
    const other = fixture.openAnother()
    const outcomes = await Promise.allSettled([
      fixture.manager.start(shell(1, 'sleep 600')),
      fixture.manager.start(shell(1, 'sleep 600')),
      other.start(shell(1, 'sleep 600')),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'already_running' })
    }
    expect(gameUnits()).toHaveLength(1)
  })

  test('T-102 ending a game ends what left its session and wiped its environment', async () => {
    const script =
      '(setsid env -i /bin/sleep 606 >/dev/null 2>&1 </dev/null &); trap "" TERM HUP; echo ready; while :; do sleep 600; done'
    const running = await fixture.manager.start(shell(1, script))
    await outputUntil(running, 'ready')
    await until(async () => (await running.usage()).pids === 3, 'all three run')
    await running.endTree()
    expect(await running.exit).toMatchObject({ signal: 'SIGKILL' })
    expect(gameUnits()).toEqual([])
  })

  test('a stopped unit is an ended game', async () => {
    const running = await fixture.manager.start(shell(1, 'sleep 600', asOwnUser(1)))
    execFileSync('systemctl', ['stop', ...gameUnits()])
    expect(await running.exit).toMatchObject({ code: null, signal: 'SIGKILL', outOfMemory: false })
  })

  test('T-095 a unit that a killed daemon has left behind gives way to a new start', async () => {
    const first = await fixture.manager.start(shell(1, 'sleep 600', asOwnUser(1)))
    const [unit = ''] = gameUnits()
    await first.endTree()
    await first.exit
    const leftBehind = ['--setenv=ROOKERY_UNIT_MAKER=1-1', '--collect', 'sleep', '600']
    execFileSync('systemd-run', ['--quiet', `--unit=${unit}`, ...leftBehind])
    const leftPid = unitProperty(unit, 'MainPID')
    const second = await fixture.manager.start(shell(1, 'sleep 600', asOwnUser(1)))
    expect(gameUnits()).toEqual([unit])
    expect(unitProperty(unit, 'MainPID')).not.toBe(leftPid)
    expect((await second.usage()).pids).toBe(2)
  })

  test('6.2 after the keeper was killed nothing is left, and the game starts anew', async () => {
    const running = await fixture.manager.start(
      shell(1, 'trap "" HUP; while :; do sleep 600; done', asOwnUser(1)),
    )
    process.kill(fixture.keeperPid(), 'SIGKILL')
    expect(await running.exit).toMatchObject({ code: null, signal: null, outOfMemory: false })
    await running.endTree()
    expect(gameUnits()).toEqual([])
    const next = await fixture.manager.start(shell(1, 'echo back', asOwnUser(1)))
    expect(await allOutput(next)).toBe('back\n')
  })

  test('6.2 a daemon that is itself a unit may be stopped: its games run on and are found again', async () => {
    const apart = openSystemdFixture()
    const [options, launch] = [
      { socketFile: apart.socketFile, userIdBase },
      shell(1, 'exec cat', asOwnUser(1)),
    ]
    const daemon = `
      import { openSystemdManager } from ${JSON.stringify(managerModule)}
      await openSystemdManager(${JSON.stringify(options)}).start(${JSON.stringify(launch)})`
    const how = ['--quiet', '--collect', '--unit=daemon-under-test', '--property=KillMode=process']
    const program = [process.execPath, '--no-warnings', '--input-type=module', '-e', daemon]
    try {
      execFileSync('systemd-run', [...how, ...program])
      await until(async () => (await apart.manager.adopt()).length === 1, 'the game runs')
      execFileSync('systemctl', ['stop', 'daemon-under-test.service'])
      const [adopted] = await apart.openAnother().adopt()
      await adopted?.write(Buffer.from('still there\n'))
      expect(adopted && (await outputUntil(adopted, 'still there\r\nstill there'))).toBeTruthy()
      expect((await adopted?.usage())?.pids).toBe(1)
    } finally {
      await apart.end()
    }
  })
})
