// The part of the conformance suite about what a game uses: true figures, and silence where there are none.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofSize, proofTest } from '../../../../../test-services/proof-size.ts'
import {
  cpuSecondsOf,
  launchIn,
  type ManagerFixture,
  type ManagerUnderTest,
  processesRunning,
  until,
} from './manager-under-test.ts'

/** Twice as much, or half of it, is found at once; a smaller error by the proof. */
const allowedError = proofSize({ short: 0.4, proof: 0.1 })
const heldBytes = 200 * 1024 * 1024
const limitBytes = 400 * 1024 * 1024

export function describeMeasuring(under: ManagerUnderTest): void {
  const shownElsewhere = under.hasTwin || under.hasOwnTests ? proofTest : test
  describe('measuring', () => {
    let fixture: ManagerFixture
    beforeEach(async () => {
      fixture = await under.open()
    })
    afterEach(() => fixture.end())
    const sh = (script: string, ...args: string[]) => {
      const limits = { memoryBytes: limitBytes }
      const argv = ['sh', '-c', script, ...args]
      return fixture.manager.start(launchIn(under, fixture, 1, argv, { limits }))
    }

    shownElsewhere(
      'C346 a process that burns one core: processor time as the kernel counts it, never less than before',
      async () => {
        const args = ['while :; do :; done', `burner-${process.pid}`]
        const running = await sh('while :; do :; done', `burner-${process.pid}`)
        await until(() => processesRunning('sh', '-c', ...args).length === 1, 'it burns')
        const [pid = 0] = processesRunning('sh', '-c', ...args)
        await until(async () => (await running.usage()).cpuSeconds !== undefined, 'it is measured')
        const began = {
          trueSeconds: cpuSecondsOf(pid),
          reportedSeconds: (await running.usage()).cpuSeconds ?? 0,
        }
        let last = began.reportedSeconds
        await until(async () => {
          const { cpuSeconds = 0 } = await running.usage()
          expect(cpuSeconds).toBeGreaterThanOrEqual(last)
          last = cpuSeconds
          // An engine's figures may be a second old: the longer it burns, the less that weighs.
          const truth = cpuSecondsOf(pid) - began.trueSeconds
          const share = (cpuSeconds - began.reportedSeconds) / truth
          return truth > 2 && Math.abs(share - 1) < allowedError
        }, 'what is told agrees with the kernel')
      },
    )

    shownElsewhere(
      'C346 a process that holds 200 MB: memory within 10 %, without what is only cached',
      async () => {
        const hold = `dd if=/dev/zero bs=${heldBytes} count=1 2>/dev/null | sleep 600`
        const cached = 'dd if=/dev/zero of=cached bs=1000000 count=40 2>/dev/null; cat cached >/dev/null'
        const running = await sh(`${cached}; ${hold}`)
        await until(
          async () => ((await running.usage()).memoryBytes ?? 0) > heldBytes * 0.9,
          'it holds its memory',
        )
        expect((await running.usage()).memoryBytes).toBeLessThan(heldBytes * 1.1)
      },
    )

    test('C270 what cannot be measured is absent, never 0', async () => {
      const running = await sh('sleep 600 & sleep 600 & echo x > /dev/null; wait')
      await until(async () => ((await running.usage()).pids ?? 3) >= 3, 'its children are counted')
      const usage = await running.usage()
      for (const field of under.measures) expect(usage, field).toHaveProperty(field)
      for (const field of under.neverMeasures) expect(usage, field).not.toHaveProperty(field)
      for (const value of Object.values(usage)) expect(value).toBeGreaterThanOrEqual(0)
      if (under.canLimitMemory) expect(usage.memoryLimitBytes).toBe(limitBytes)
      expect(usage.pids ?? 3).toBeLessThan(10)
    })
  })
}
