// What every process manager must do the same way; each runs this suite against the real thing.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofTest } from '../../../../../test-services/proof-size.ts'
import { type Launch, LaunchError } from '../process-manager.ts'
import {
  allOutput,
  launchIn,
  type ManagerFixture,
  type ManagerUnderTest,
  outputFrom,
  outputUntil,
  processesRunning,
  until,
} from './manager-under-test.ts'
import { describeMeasuring } from './measuring-suite.ts'
import { describeSurviving } from './surviving-suite.ts'

export function describeProcessManager(under: ManagerUnderTest): void {
  describe(`conformance of the process manager ${under.name}`, () => {
    describeLaunching(under)
    describeTalking(under)
    describeEnding(under)
    describeSurviving(under)
    describeMeasuring(under)
  })
}

function useFixture(under: ManagerUnderTest) {
  let fixture: ManagerFixture
  beforeEach(async () => {
    fixture = await under.open()
  })
  afterEach(() => fixture.end())
  return {
    start: (id: number, argv: string[], more?: Partial<Launch>) =>
      fixture.manager.start(launchIn(under, fixture, id, argv, more)),
    sh: (id: number, script: string, more?: Partial<Launch>) =>
      fixture.manager.start(launchIn(under, fixture, id, ['sh', '-c', script], more)),
    get fixture() {
      return fixture
    },
  }
}

function describeLaunching(under: ManagerUnderTest): void {
  const shownElsewhere = under.hasTwin || under.hasOwnTests ? proofTest : test
  const further = under.hasTwin ? proofTest : test
  describe('launching', () => {
    const use = useFixture(under)

    test('6.2 output from the first byte on, numbered by byte, and the exit code', async () => {
      const running = await use.sh(1, 'printf one; echo two; exit 7')
      expect(await outputFrom(running, 0)).toBe('onetwo\r\n')
      expect(await outputFrom(running, 3)).toBe('two\r\n')
      expect(await running.exit).toEqual({ code: 7, signal: null, outOfMemory: false, endSeq: 8 })
      expect(running).toMatchObject({ id: 1, pid: expect.any(Number) })
      expect(Math.abs(Date.now() - running.startedAtMs)).toBeLessThan(60_000)
    })

    shownElsewhere(
      'T-101 argv and environment arrive literally, whatever a shell would make of them',
      async () => {
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
          '\\',
          '~',
        ]
        const env = { PATH: '/usr/bin:/bin', TRICKY: '$(id) `id` ; {{x}} "\'' }
        const script = 'printf "[%s]" "$@"; printf "<%s>" "$TRICKY"'
        const running = await use.start(1, ['sh', '-c', script, 'sh', ...tricky], { env })
        const expected = `${tricky.map(word => `[${word}]`).join('')}<${env.TRICKY}>`
        expect(await allOutput(running)).toBe(expected)
      },
    )

    further('T-101 NUL is refused with a reason before anything starts', async () => {
      await expect(use.start(1, ['sh', 'a\0b'])).rejects.toMatchObject({ code: 'invalid', message: /NUL/ })
      await expect(use.start(1, ['sh'], { env: { A: 'x\0y' } })).rejects.toMatchObject({ code: 'invalid' })
    })

    shownElsewhere('T-103 the environment is what was given, and no secret of the daemon', async () => {
      process.env.ROOKERY_TEST_SECRET = 'hunter2-of-the-daemon'
      const env = { PATH: '/usr/bin:/bin', GREETING: 'hello there', TERM: 'dumb' }
      const running = await use.start(1, ['env'], { env })
      const text = await allOutput(running)
      delete process.env.ROOKERY_TEST_SECRET
      expect(text).not.toContain('hunter2')
      const seen = Object.fromEntries(
        text
          .trim()
          .split('\n')
          .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      )
      expect(seen).toMatchObject(env)
      const added = Object.keys(seen).filter(name => !(name in env))
      expect(added.filter(name => !under.ownVariables.test(name))).toEqual([])
    })

    test('a program that cannot be run is refused with a reason, and nothing is left of it', async () => {
      for (const argv of [['/no/such/program'], ['no-such-program-anywhere'], ['/tmp']]) {
        const refused = await use.start(1, argv).catch((error: unknown) => error)
        expect(refused).toBeInstanceOf(LaunchError)
        expect(refused).toMatchObject({
          code: 'not_runnable',
          message: expect.stringContaining(argv[0] ?? ''),
        })
      }
      const missing = use.start(1, ['sh'], { cwd: '/no/such/folder' })
      await expect(missing).rejects.toMatchObject({ code: 'not_runnable', message: /\/no\/such\/folder/ })
      expect(await use.fixture.manager.adopt()).toEqual([])
    })

    shownElsewhere('T-095 the same id does not start twice, also not at the same moment', async () => {
      const starts = await Promise.allSettled([
        use.start(1, ['sleep', '600']),
        use.start(1, ['sleep', '600']),
      ])
      expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      await expect(use.start(1, ['sleep', '600'])).rejects.toMatchObject({ code: 'already_running' })
      expect(await use.fixture.manager.adopt()).toHaveLength(1)
    })

    test('8.4 no program of a game can gain rights', async () => {
      const running = await use.sh(1, 'grep NoNewPrivs /proc/self/status; exec sleep 600')
      expect(await outputUntil(running, 'NoNewPrivs')).toMatch(/NoNewPrivs:\s*1/)
    })

    further('what lives under an id is found by it, and only that', async () => {
      const running = await use.start(1, ['sleep', '600'])
      const other = use.fixture.openAnother()
      expect(await other.find(1)).toMatchObject({ id: 1, streamId: running.streamId })
      expect(await other.find(2)).toBeNull()
      await running.endTree()
      await running.exit
      expect(await other.find(1)).toBeNull()
    })

    further(
      'an ended process gives way to a new one with another stream; forget frees what is kept',
      async () => {
        const first = await use.sh(1, 'echo first')
        await first.exit
        const second = await use.sh(1, 'echo second; exec sleep 600')
        expect(second.streamId).not.toBe(first.streamId)
        // Docker's init may say a word of its own when a terminal gets its size very early.
        expect(await outputUntil(second, 'second\r\n')).not.toContain('first')
        await expect(second.forget()).rejects.toMatchObject({ code: 'still_running' })
        await second.endTree()
        await second.exit
        await second.forget()
        expect(await use.fixture.manager.adopt()).toEqual([])
      },
    )
  })
}

function describeTalking(under: ManagerUnderTest): void {
  const shownElsewhere = under.hasTwin || under.hasOwnTests ? proofTest : test
  const further = under.hasTwin ? proofTest : test
  describe('talking', () => {
    const use = useFixture(under)

    shownElsewhere('C264 input reaches the program and the terminal echoes it', async () => {
      const running = await use.start(1, ['cat'])
      await running.write(Buffer.from('say hello\n'))
      expect(await outputUntil(running, 'hello\r\nsay hello\r\n')).toBe('say hello\r\nsay hello\r\n')
    })

    test('the program sees a new size of its terminal', async () => {
      const script = `trap 'stty size' WINCH; echo ready; while :; do sleep 0.05; done`
      const running = await use.sh(1, script)
      await outputUntil(running, 'ready')
      await running.resize(123, 45)
      await outputUntil(running, '45 123')
    })

    shownElsewhere('a signal that the program handles, then nothing more can be asked of it', async () => {
      const running = await use.sh(
        1,
        `trap 'echo asked; exit 5' TERM; echo ready; while :; do sleep 0.05; done`,
      )
      await outputUntil(running, 'ready')
      await running.signal('SIGTERM')
      expect(await running.exit).toMatchObject({ code: 5, signal: null, outOfMemory: false })
      // A shell may tell that the signal reached its child too.
      expect(await allOutput(running)).toMatch(/^ready\n(Terminated\n)?asked\n$/)
      await expect(running.write(Buffer.from('x'))).rejects.toMatchObject({ code: 'ended' })
      await expect(running.usage()).rejects.toThrow()
    })

    shownElsewhere(
      'T-079 a flood is bounded in memory with a slow reader, and every byte is given or counted',
      async () => {
        const floodBytes = 50_000_000
        const running = await use.sh(1, `head -c ${floodBytes} /dev/zero | tr '\\0' x`)
        const before = process.memoryUsage().rss
        let expectedSeq = 0
        let gaps = 0
        let received = 0
        for await (const { seq, bytes, gapBytes } of running.output(0)) {
          expect(seq).toBe(expectedSeq + gapBytes)
          gaps += gapBytes
          received += bytes.length
          expectedSeq = seq + bytes.length
          if (received < 2_000_000) await delay(5)
        }
        expect(expectedSeq).toBe(floodBytes)
        expect(gaps + received).toBe(floodBytes)
        expect(await running.exit).toMatchObject({ code: 0, endSeq: floodBytes })
        expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
      },
    )

    further('two games side by side know nothing of each other', async () => {
      const first = await use.start(1, ['cat'])
      const second = await use.start(2, ['cat'])
      await first.write(Buffer.from('for the first\n'))
      await second.write(Buffer.from('for the second\n'))
      expect(await outputUntil(first, 'first\r\nfor the first')).not.toContain('second')
      expect(await outputUntil(second, 'second\r\nfor the second')).not.toContain('the first')
      await first.endTree()
      await first.exit
      await second.write(Buffer.from('still there\n'))
      await outputUntil(second, 'still there\r\nstill there')
    })
  })
}

function describeEnding(under: ManagerUnderTest): void {
  const further = under.hasTwin ? proofTest : test
  describe('ending', () => {
    const use = useFixture(under)
    const escapes = (mark: number) => `
      trap '' TERM INT HUP
      (setsid sh -c 'trap "" TERM HUP; (sleep ${mark}1 >/dev/null 2>&1 </dev/null &); exec sleep ${mark}2 >/dev/null 2>&1 </dev/null' &)
      (sh -c 'trap "" TERM HUP; exec sleep ${mark}3' &)
      echo ready
      while :; do sleep ${mark}4; done`
    const living = (mark: number) => [1, 2, 3, 4].flatMap(last => processesRunning('sleep', `${mark}${last}`))

    test('T-102 double fork, setsid, deaf to SIGTERM: ended as a whole, and others are left alone', async () => {
      const mark = 7_100_000 + process.pid
      const bystander = await use.start(2, ['sleep', String(mark)])
      const running = await use.sh(1, escapes(mark))
      await until(() => living(mark).length === 4, 'all of them run')
      await running.signal('SIGTERM')
      await running.endTree()
      expect(living(mark)).toEqual([])
      expect(await running.exit).toMatchObject({ code: null, signal: 'SIGKILL', outOfMemory: false })
      expect(processesRunning('sleep', String(mark))).toHaveLength(1)
      await bystander.signal('SIGKILL')
      expect(await bystander.exit).toMatchObject({ code: null, signal: 'SIGKILL' })
    })

    test('pause freezes all that it has started, and a paused game can be ended', async () => {
      const ticking = `while :; do echo x >> ticks; sleep 0.02; done`
      const running = await use.sh(1, `(setsid sh -c '${ticking}' &) ; while :; do sleep 1; done`)
      const ticks = () => sizeOf(join(use.fixture.folder, 'ticks'))
      await until(() => ticks() > 10, 'it ticks')
      await running.signal('SIGSTOP')
      const frozenAt = await settledSize(ticks)
      await delay(500)
      expect(ticks()).toBe(frozenAt)
      await running.signal('SIGCONT')
      await until(() => ticks() > frozenAt + 10, 'it ticks again')
      await running.signal('SIGSTOP')
      await running.endTree()
      expect(await running.exit).toMatchObject({ signal: 'SIGKILL' })
    })

    test.runIf(under.canLimitMemory)(
      'C270 a game that needs more memory than it may have is told apart',
      async () => {
        const limits = { memoryBytes: 64 * 1024 * 1024 }
        const running = await use.sh(1, 'echo ready; exec tail /dev/zero', { limits })
        expect(await running.exit).toMatchObject({ code: null, signal: 'SIGKILL', outOfMemory: true })
        const well = await use.sh(2, 'echo well; exit 3', { limits })
        expect(await well.exit).toMatchObject({ code: 3, outOfMemory: false })
      },
    )

    further('endTree of a process that has ended is no error', async () => {
      const running = await use.sh(1, 'exit 0')
      await running.exit
      await expect(running.endTree()).resolves.toBeUndefined()
    })
  })
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

/** A write may be under way at the moment of the pause. */
async function settledSize(size: () => number): Promise<number> {
  let last = -1
  await until(async () => {
    const before = size()
    await delay(100)
    last = size()
    return before === last
  }, 'nothing is written any more')
  return last
}
