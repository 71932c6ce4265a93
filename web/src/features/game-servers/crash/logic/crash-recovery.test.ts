import { expect, test } from 'vitest'
import { crashRestartOf, raisedLimit } from './crash-recovery.ts'

const after = (verdict: string) => `stopped unexpectedly, exit code 1; ${verdict}`

test('what a node says of a restart is read: when, and which attempt it is', () => {
  expect(crashRestartOf(after('started again in 12 s (1 of 3)'), 5_000)).toEqual({
    ...{ is: 'planned', atMs: 17_000, attempt: 1, attempts: 3 },
  })
  expect(crashRestartOf(after('started again in 500 ms (1 of 5)'), 0)).toMatchObject({ atMs: 500 })
  expect(crashRestartOf(after('started again in 1 minute (2 of 5)'), 0)).toMatchObject({ atMs: 60_000 })
  expect(crashRestartOf(after('started again in 5 minutes (4 of 5)'), 0)).toMatchObject({
    ...{ atMs: 300_000, attempt: 4 },
  })
})

test('it has given up, or does not do it at all', () => {
  const often = 'not started again: that was done 5 times within 10 minutes already'
  expect(crashRestartOf(after(often), 0)).toEqual({ is: 'given-up' })
  expect(crashRestartOf('stopped unexpectedly, exit code 1', 0)).toEqual({ is: 'off' })
  expect(crashRestartOf(null, 0)).toEqual({ is: 'off' })
})

const gibibyte = 1024 ** 3

test('half as much again, in whole steps', () => {
  const raised = [0.5, 1, 2, 3, 4, 16].map(limit => raisedLimit(limit * gibibyte) / gibibyte)
  expect(raised).toEqual([1, 1.5, 3, 5, 6, 24])
})
