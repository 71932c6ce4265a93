// The part of the conformance suite about a daemon that goes and comes back while games run.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofTest } from '../../../../../test-services/proof-size.ts'
import type { Launch, ProcessManager, RunningProcess } from '../process-manager.ts'
import {
  allOutput,
  launchIn,
  type ManagerFixture,
  type ManagerUnderTest,
  outputUntil,
  processesRunning,
  until,
} from './manager-under-test.ts'

export function describeSurviving(under: ManagerUnderTest): void {
  const shownElsewhere = under.hasOwnTests ? proofTest : test
  const further = under.hasTwin ? proofTest : test
  describe('surviving', () => {
    let fixture: ManagerFixture
    beforeEach(async () => {
      fixture = await under.open()
    })
    afterEach(() => fixture.end())
    const sh = (id: number, script: string, more?: Partial<Launch>) =>
      fixture.manager.start(launchIn(under, fixture, id, ['sh', '-c', script], more))

    shownElsewhere('6.2 T-095 daemons come and go in the middle of the output: every line once', async () => {
      const lineCount = 3_000
      const script = `i=0; while [ $i -lt ${lineCount} ]; do echo "line $i of the game"; i=$((i+1))
        if [ $((i % 20)) = 0 ]; then sleep 0.02; fi; done`
      const started = await sh(1, script)
      let manager = fixture.manager
      let running: RunningProcess = started
      let text = ''
      let hasEnded = false
      while (!hasEnded) {
        const piece = await readPiece(running, text.length, 4_000)
        text += piece.text
        hasEnded = piece.hasEnded
        await manager.close()
        manager = fixture.openAnother()
        running = await adoptOne(manager)
        expect(running).toMatchObject({ id: 1, streamId: started.streamId })
      }
      const lines = text.split('\r\n')
      expect(lines.pop()).toBe('')
      const wrong = lines.findIndex((line, index) => line !== `line ${index} of the game`)
      expect(wrong).toBe(-1)
      expect(lines).toHaveLength(lineCount)
      expect(await running.exit).toMatchObject({ code: 0, endSeq: text.length })
    })

    further('6.2 a line that is not ended when the daemon goes is whole afterwards', async () => {
      const running = await sh(1, 'printf "name? "; read name; echo "hello $name"; exec sleep 600')
      await outputUntil(running, 'name? ')
      await fixture.manager.close()
      const adopted = await adoptOne(fixture.openAnother())
      await adopted.write(Buffer.from('ann\n'))
      expect(await outputUntil(adopted, 'hello ann\r\n')).toBe('name? ann\r\nhello ann\r\n')
    })

    test('6.2 an exit while nobody is connected is reported later, with all its output', async () => {
      const mark = String(7_200_000 + process.pid)
      await sh(1, `sleep 0.3; echo last words; sh -c 'exec sleep 0.1' ${mark}; exit 9`)
      await fixture.manager.close()
      const onlooker = fixture.openAnother()
      const seen = await adoptOne(onlooker)
      await seen.exit
      await onlooker.close()
      const later = fixture.openAnother()
      const adopted = await adoptOne(later)
      expect(await adopted.exit).toMatchObject({ code: 9, signal: null, outOfMemory: false })
      expect(await allOutput(adopted)).toBe('last words\n')
      await adopted.forget()
      expect(await later.adopt()).toEqual([])
    })

    further('6.2 everything can be done with an adopted game, and its end is seen', async () => {
      const mark = String(7_300_000 + process.pid)
      await sh(1, `(setsid sleep ${mark} >/dev/null 2>&1 </dev/null &); exec cat`)
      await until(() => processesRunning('sleep', mark).length === 1, 'its child runs')
      await fixture.manager.close()
      const adopted = await adoptOne(fixture.openAnother())
      await adopted.write(Buffer.from('after\n'))
      await outputUntil(adopted, 'after\r\nafter')
      await adopted.resize(90, 30)
      await adopted.signal('SIGSTOP')
      await adopted.signal('SIGCONT')
      await adopted.endTree()
      expect(processesRunning('sleep', mark)).toEqual([])
      expect(await adopted.exit).toMatchObject({ signal: 'SIGKILL' })
    })
  })
}

async function adoptOne(manager: ProcessManager): Promise<RunningProcess> {
  const [adopted, ...others] = await manager.adopt()
  if (adopted === undefined || others.length > 0) throw new Error('exactly one was to be adopted')
  return adopted
}

/** Reads on until a few bytes more, or the end; a gap or a wrong number is an error. */
async function readPiece(
  running: RunningProcess,
  fromSeq: number,
  leastBytes: number,
): Promise<{ text: string; hasEnded: boolean }> {
  let text = ''
  for await (const { seq, bytes, gapBytes } of running.output(fromSeq)) {
    if (gapBytes > 0) throw new Error(`${gapBytes} bytes are missing before byte ${seq}`)
    if (seq !== fromSeq + text.length) throw new Error(`byte ${seq} came instead of ${fromSeq + text.length}`)
    text += Buffer.from(bytes).toString('latin1')
    if (text.length >= leastBytes) return { text, hasEnded: false }
  }
  return { text, hasEnded: true }
}
