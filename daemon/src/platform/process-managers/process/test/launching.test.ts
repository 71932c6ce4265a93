// What a game gets from its launch, and nothing else: argv, environment, descriptors, signals, user.

import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LaunchError } from '../../process-manager.ts'
import { ownUserId } from '../own-user.ts'
import {
  allOutput,
  type Fixture,
  hasOwnUsers,
  launchOf,
  outputUntil,
  plainEnvironment,
  shell,
  useOneKeeper,
} from './process-manager-fixture.ts'

describe('launching', () => {
  const openFixture = useOneKeeper()
  let fixture: Fixture
  beforeEach(() => {
    fixture = openFixture()
  })
  afterEach(() => fixture.end())

  test('T-101 argv arrives literally, whatever a shell would make of it', async () => {
    const tricky = [
      '; id',
      '$(id)',
      '`id`',
      'a\nb',
      `'"'`,
      '{{config.x}}',
      '%n%s',
      '',
      '-rf',
      '*',
      'ü€',
      '\\',
    ]
    const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))'
    const running = await fixture.manager.start(
      launchOf(1, [process.execPath, '-e', script, '--', ...tricky]),
    )
    expect(JSON.parse(await allOutput(running))).toEqual(tricky)
  })

  test('T-101 NUL is refused with a reason before anything starts', async () => {
    for (const launch of [launchOf(1, ['ls', 'a\0b']), launchOf(1, ['ls'], { env: { A: 'x\0y' } })]) {
      await expect(fixture.manager.start(launch)).rejects.toMatchObject({ code: 'invalid', message: /NUL/ })
    }
  })

  test('T-103 the environment is what was given and the mark, nothing of the daemon', async () => {
    process.env.ROOKERY_TEST_SECRET = 'hunter2'
    const env = { ...plainEnvironment, GREETING: 'a\nb=c' }
    const script = 'process.stdout.write(JSON.stringify(process.env))'
    const running = await fixture.manager.start(launchOf(1, [process.execPath, '-e', script], { env }))
    const { ROOKERY_SERVER_ID, ...seen } = JSON.parse(await allOutput(running)) as Record<string, string>
    delete process.env.ROOKERY_TEST_SECRET
    expect(seen).toEqual(env)
    expect(ROOKERY_SERVER_ID).toMatch(/^[0-9a-f]+-1$/)
  })

  test("NODE_OPTIONS of a game reaches the game's Node and not the launcher", async () => {
    const loaded = join(fixture.folder, 'loaded.cjs')
    writeFileSync(loaded, `process.stdout.write('loaded by ' + process.argv.length + ' ')`)
    const env = { ...plainEnvironment, NODE_OPTIONS: `--require=${loaded}` }
    const asShell = await fixture.manager.start(shell(1, 'echo "options: $NODE_OPTIONS"', { env }))
    expect(await allOutput(asShell)).toBe(`options: --require=${loaded}\n`)
    const asNode = await fixture.manager.start(launchOf(2, [process.execPath, '-e', ''], { env }))
    expect(await allOutput(asNode)).toContain('loaded by')
  })

  test('a game holds descriptors 0, 1, 2 of its own terminal only, after others have come and gone', async () => {
    const first = await fixture.manager.start(launchOf(1, ['sleep', '600']))
    const second = await fixture.manager.start(launchOf(2, ['sleep', '600']))
    const third = await fixture.manager.start(launchOf(3, ['sleep', '600']))
    await second.endTree()
    await second.exit
    const fourth = await fixture.manager.start(launchOf(4, ['sleep', '600']))
    const games = [first, third, fourth]
    // A program that has just begun still holds its libraries open.
    for (const { pid } of games)
      await expect.poll(() => readdirSync(`/proc/${pid}/fd`).sort()).toEqual(['0', '1', '2'])
    const terminals = games.map(({ pid }) => {
      return new Set(['0', '1', '2'].map(fd => readlinkSync(`/proc/${pid}/fd/${fd}`)))
    })
    for (const terminal of terminals)
      expect([...terminal]).toEqual([expect.stringMatching(/^\/dev\/pts\/\d+$/)])
    expect(new Set(terminals.flatMap(terminal => [...terminal])).size).toBe(3)
  })

  test('signals are as the kernel has them by default, and the mask is empty', async () => {
    const running = await fixture.manager.start(
      launchOf(1, ['grep', '-E', '^Sig(Ign|Blk)', '/proc/self/status']),
    )
    const output = await allOutput(running)
    expect(output).toMatch(/SigIgn:\s+0{16}/)
    expect(output).toMatch(/SigBlk:\s+0{16}/)
  })

  test.skipIf(!hasOwnUsers)(
    'as root a game runs as its own user, without groups, and its terminal is its own',
    async () => {
      const uid = ownUserId(7)
      const script =
        'id -u; id -g; id -G; umask; stat -c %u:%a "$(tty)"; echo through >/dev/stdout; cat /proc/self/oom_score_adj'
      const running = await fixture.manager.start(shell(7, script, { uid, cwd: '/' }))
      expect((await allOutput(running)).split('\n').slice(0, -1)).toEqual([
        String(uid),
        String(uid),
        String(uid),
        '0027',
        `${uid}:600`,
        'through',
        '0',
      ])
    },
  )

  test('6.3 a game with a user of its own has a limit of processes, one that shares its user has none', async () => {
    const script = 'grep "Max processes" /proc/self/limits'
    const shared = await allOutput(await fixture.manager.start(shell(1, script)))
    expect(shared).not.toMatch(/Max processes\s+2048\s/)
    if (!hasOwnUsers) return
    const uid = ownUserId(2)
    const own = await allOutput(await fixture.manager.start(shell(2, script, { uid, gid: uid })))
    expect(own).toMatch(/Max processes\s+2048\s+2048\s/)
  })

  test('a failed start is an error with a reason and leaves nothing behind', async () => {
    const script = join(fixture.folder, 'no-first-line.sh')
    writeFileSync(script, 'echo hi\n', { mode: 0o755 })
    const plain = join(fixture.folder, 'plain.txt')
    writeFileSync(plain, 'x', { mode: 0o644 })
    const wrong = join(fixture.folder, 'wrong-interpreter')
    writeFileSync(wrong, '#!/no/such/interpreter -x\n', { mode: 0o755 })
    const cases: [string[], string, RegExp][] = [
      [['/no/such/program'], '/', /\/no\/such\/program does not exist/],
      [['no-such-program'], '/', /no-such-program was not found in PATH \(\/usr\/local\/bin:/],
      [[plain], '/', /plain\.txt is not executable for user \d+/],
      [['/usr'], '/', /\/usr is not a file/],
      [[script], '/', /script without a first line/],
      [[wrong], '/', /needs \/no\/such\/interpreter, which is missing/],
      [['ls'], '/no/such/folder', /the folder \/no\/such\/folder does not exist/],
    ]
    for (const [argv, cwd, message] of cases) {
      const refused = await fixture.manager.start(launchOf(5, argv, { cwd })).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(LaunchError)
      expect(refused).toMatchObject({ code: 'not_runnable', message })
    }
    expect(await fixture.manager.adopt()).toEqual([])
  })

  test('a game that itself ends with 127 has started and ended', async () => {
    const running = await fixture.manager.start(shell(1, 'exit 127'))
    expect(await running.exit).toMatchObject({ code: 127, signal: null })
  })

  test('T-095 the same id does not start twice, also not from a second daemon or at the same moment', async () => {
    const other = fixture.openAnother()
    const launch = launchOf(1, ['sleep', '600'])
    const outcomes = await Promise.allSettled([
      fixture.manager.start(launch),
      fixture.manager.start(launch),
      other.start(launch),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'already_running' })
    }
    expect(await other.adopt()).toHaveLength(1)
  })

  test('input, size and signals reach the game', async () => {
    const script = `
      process.stdout.on('resize', () => console.log('size ' + process.stdout.columns + ' ' + process.stdout.rows))
      process.on('SIGTERM', () => { console.log('asked to end'); process.exit(5) })
      process.stdin.on('data', line => console.log('heard', String(line).trim()))
      console.log('ready')`
    const running = await fixture.manager.start(launchOf(1, [process.execPath, '-e', script]))
    await outputUntil(running, 'ready')
    await running.write(Buffer.from('say hello\n'))
    await outputUntil(running, 'heard say hello')
    await running.resize(123, 45)
    await outputUntil(running, 'size 123 45')
    await running.signal('SIGTERM')
    expect(await running.exit).toMatchObject({ code: 5, signal: null })
    await expect(running.write(Buffer.from('x'))).rejects.toMatchObject({ code: 'ended' })
  })

  test('a program that closes its terminal before it ends is not hung up', async () => {
    const script = 'echo said; exec </dev/null >/dev/null 2>&1; sleep 0.3; exit 5'
    const running = await fixture.manager.start(shell(1, script))
    expect(await allOutput(running)).toContain('said')
    expect(await running.exit).toMatchObject({ code: 5, signal: null })
  })
})
