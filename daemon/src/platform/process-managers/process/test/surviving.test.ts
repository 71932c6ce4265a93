// Games outlive the daemon, and a new one takes over without a lost or doubled line.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofSize } from '../../../../../../test-services/proof-size.ts'
import { shippedKeeper } from '../../../../../../test-services/start-program.ts'
import { isDead, readProcessStat } from '../../../../keeper/process-stat.ts'
import { KeeperProcessManager } from '../keeper-process-manager.ts'
import { openKeeperSocket } from '../keeper-socket.ts'
import { TreeUsage } from '../tree-usage.ts'
import {
  allOutput,
  type Fixture,
  launchOf,
  openFixture,
  plainEnvironment,
  shell,
  until,
} from './process-manager-fixture.ts'

const processModule = pathToFileURL(join(import.meta.dirname, '../process.ts')).href

/** A daemon of one purpose: appends what it reads to a file, from the file's end on. */
function daemonProgram(socketFile: string, file: string): string {
  return `
    import { openSync, statSync, writeSync } from 'node:fs'
    import { openProcessManager } from ${JSON.stringify(processModule)}
    const manager = openProcessManager({ socketFile: ${JSON.stringify(socketFile)} })
    const [running] = await manager.adopt()
    const fd = openSync(${JSON.stringify(file)}, 'a')
    for await (const { seq, bytes, gapBytes } of running.output(statSync(${JSON.stringify(file)}).size)) {
      if (gapBytes > 0 || seq !== statSync(${JSON.stringify(file)}).size) process.exit(3)
      writeSync(fd, bytes)
    }
    process.exit(0)`
}

describe('while no daemon is connected', () => {
  let fixture: Fixture
  beforeEach(() => {
    fixture = openFixture()
  })
  afterEach(() => fixture.end())

  test('a game whose note in the keeper cannot be read is found again and can be ended, with its children', async () => {
    const { pid } = await fixture.manager.start(launchOf(1, ['cat']))
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    const mark = environment
      .find(one => one.startsWith('ROOKERY_SERVER_ID='))
      ?.split('=')[1]
      ?.replace(/-1$/, '-9')
    const line = await openKeeperSocket(fixture.socketFile, { event: () => {}, closed: () => {} })
    const env = { ...plainEnvironment, ROOKERY_SERVER_ID: mark ?? '' }
    const launch = { argv: ['/bin/sh', '-c', 'sleep 600 & wait'], cwd: '/', env }
    const size = { cols: 80, rows: 25 }
    await line.request({ verb: 'spawn', id: 9, streamId: 'damaged', launch, ...size, label: 'no JSON' })
    line.close()
    const adopted = await fixture.openAnother().adopt()
    expect(adopted.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([1, 9])
    const game = adopted.find(({ id }) => id === 9)
    await game?.endTree()
    expect(await game?.exit).toMatchObject({ signal: 'SIGKILL' })
  })

  test('a game whose note is damaged and whose unit is gone is set aside, and all others are found', async () => {
    await fixture.manager.start(launchOf(1, ['cat']))
    const line = await openKeeperSocket(fixture.socketFile, { event: () => {}, closed: () => {} })
    const launch = { argv: ['cat'], cwd: '/', env: plainEnvironment }
    const size = { cols: 80, rows: 25 }
    await line.request({ verb: 'spawn', id: 9, streamId: 'damaged', launch, ...size, label: 'no JSON' })
    line.close()
    const setAside: string[] = []
    const { socketFile } = fixture
    // As under systemd, where the unit that a game is in cannot be read from its mark.
    const manager = new KeeperProcessManager(
      'systemd',
      { socketFile, ...shippedKeeper, setAside: reason => setAside.push(reason) },
      () => ({
        make: async (_launch, tree) => tree,
        restore: async () => Promise.reject(new Error('there is no such unit')),
        entrance: () => ({}),
        meter: tree => new TreeUsage(tree),
        memoryKills: () => 0,
        end: async () => {},
        remove: async () => {},
      }),
    )
    expect((await manager.adopt()).map(({ id }) => id)).toEqual([1])
    expect(setAside).toEqual([
      expect.stringMatching(/^game server 9 \(process \d+\) is set aside: .*kill \d+/),
    ])
    await manager.close()
  })

  test('6.2 T-095 kill -9 of the daemon in the middle of 20,000 lines a second: every line once', async () => {
    const { lineCount, fewestKills, bytesOfOne } = proofSize({
      short: { lineCount: 24_000, fewestKills: 2, bytesOfOne: 150_000 },
      proof: { lineCount: 1_200_000, fewestKills: 40, bytesOfOne: 400_000 },
    })
    const file = join(fixture.folder, 'received')
    writeFileSync(file, '', { mode: 0o644 })
    // Held back while a daemon takes long to start on a busy machine: what the keeper's ring loses is another story.
    const game = `
      let next = 0
      let written = 0
      setInterval(() => {
        if (written - require('fs').statSync(${JSON.stringify(file)}).size > 600_000) return
        let text = ''
        const due = Math.min(${lineCount}, next + 100)
        while (next < due) text += 'line ' + next++ + ' of the game\\n'
        written += text.length + 100
        process.stdout.write(text)
        if (next === ${lineCount}) process.exit(0)
      }, 5)`
    const running = await fixture.manager.start(launchOf(1, [process.execPath, '-e', game]))
    await fixture.manager.close()
    let kills = 0
    for (;;) {
      const program = daemonProgram(fixture.socketFile, file)
      const daemon = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
      const before = statSync(file).size
      await until(
        () => daemon.exitCode !== null || statSync(file).size > before + bytesOfOne,
        'the daemon has received its part or the game has ended',
      )
      if (daemon.exitCode === null) {
        daemon.kill('SIGKILL')
        kills += 1
      }
      if (daemon.signalCode === null && daemon.exitCode === null) await once(daemon, 'exit')
      if (daemon.exitCode !== null) {
        expect(daemon.exitCode).toBe(0)
        break
      }
    }
    const lines = readFileSync(file, 'utf8').split('\r\n')
    expect(lines.pop()).toBe('')
    expect(lines).toHaveLength(lineCount)
    expect(lines.every((line, index) => line === `line ${index} of the game`)).toBe(true)
    expect(kills).toBeGreaterThanOrEqual(fewestKills)
    const [adopted] = await fixture.openAnother().adopt()
    expect(adopted).toMatchObject({ id: 1, pid: running.pid, streamId: running.streamId })
  })

  test('6.2 K6 K7 an exit while nobody is connected is reported later, with all its output', async () => {
    await fixture.manager.start(shell(3, 'sleep 0.3; echo last words; exit 9'))
    await fixture.manager.close()
    await until(async () => {
      const onlooker = fixture.openAnother()
      const [seen] = await onlooker.adopt()
      const stat = seen && readProcessStat(seen.pid)
      await onlooker.close()
      return isDead(stat ?? null)
    }, 'the game has ended')
    const [adopted] = await fixture.openAnother().adopt()
    expect(await adopted?.exit).toMatchObject({ code: 9, signal: null })
    expect(adopted && (await allOutput(adopted))).toBe('last words\n')
    await adopted?.forget()
    expect(await fixture.openAnother().adopt()).toEqual([])
  })
})

describe('one keeper', () => {
  let fixture: Fixture
  beforeEach(() => {
    fixture = openFixture()
  })
  afterEach(() => fixture.end())

  test('6.2 the last line of a burst is never lost, also when the game ends at once', async () => {
    for (let round = 0; round < proofSize({ short: 5, proof: 100 }); round += 1) {
      const running = await fixture.manager.start(shell(1, 'seq 1 20000; printf the-very-end'))
      const output = await allOutput(running)
      expect(output.endsWith('20000\nthe-very-end')).toBe(true)
      expect(output.split('\n')).toHaveLength(20_001)
    }
  })

  test('two daemons at the same moment share one keeper', async () => {
    const daemons = Array.from({ length: 4 }, () => fixture.openAnother())
    const started = await Promise.all(
      daemons.map((daemon, id) => daemon.start(launchOf(id, ['sleep', '600']))),
    )
    for (const daemon of daemons) expect(await daemon.adopt()).toHaveLength(4)
    const parents = started.map(({ pid }) => readProcessStat(pid)?.parentPid)
    expect(new Set(parents)).toEqual(new Set([fixture.keeperPid()]))
  })

  test('a keeper that is killed is noticed; its socket is taken over by the next one', async () => {
    const running = await fixture.manager.start(launchOf(1, ['sleep', '600']))
    process.kill(fixture.keeperPid(), 'SIGKILL')
    expect(await running.exit).toMatchObject({ code: null, signal: null })
    await running.endTree()
    await expect(running.write(Buffer.from('x'))).rejects.toMatchObject({ code: 'ended' })
    const next = await fixture.manager.start(shell(1, 'echo back'))
    expect(await allOutput(next)).toBe('back\n')
  })
})

describe('a keeper that has nothing to keep', () => {
  let fixture: Fixture
  beforeEach(() => {
    fixture = openFixture({ keeperLingerMs: 500 })
  })
  afterEach(() => fixture.end())

  test('the keeper ends by itself once all is over, and takes its files along', async () => {
    const running = await fixture.manager.start(launchOf(1, ['true']))
    const keeper = fixture.keeperPid()
    await running.exit
    await fixture.manager.close()
    await until(() => isDead(readProcessStat(keeper)), 'the keeper has ended')
    expect(existsSync(fixture.socketFile)).toBe(false)
    expect(existsSync(`${fixture.socketFile}.pid`)).toBe(false)
    const again = fixture.openAnother()
    expect(await again.adopt()).toEqual([])
    const next = await again.start(shell(1, 'echo again'))
    expect(await allOutput(next)).toBe('again\n')
  })

  test('a keeper whose folder was deleted and filled again leaves the files of the new one alone', async () => {
    const old = await fixture.manager.start(launchOf(1, ['sleep', '600']))
    const oldKeeper = fixture.keeperPid()
    rmSync(fixture.folder, { recursive: true })
    mkdirSync(fixture.folder)
    await fixture.openAnother().start(launchOf(2, ['sleep', '600']))
    const newKeeper = fixture.keeperPid()
    expect(newKeeper).not.toBe(oldKeeper)
    await old.endTree()
    await old.exit
    await fixture.manager.close()
    await until(() => isDead(readProcessStat(oldKeeper)), 'the old keeper has ended')
    expect(fixture.keeperPid()).toBe(newKeeper)
    expect(await fixture.openAnother().adopt()).toMatchObject([{ id: 2 }])
  })

  test('a keeper that hangs up because it ends at this moment is none', async () => {
    const leaving = createServer(socket => {
      leaving.close()
      socket.destroy()
    })
    leaving.listen(fixture.socketFile)
    await once(leaving, 'listening')
    expect(await fixture.manager.adopt()).toEqual([])
  })
})
