// Tests of when and how a live connection comes back.

import { expect, test } from 'vitest'
import { afterClose, isFinal, newLine, nextLine, retryDelayMs, subjectPath } from './reconnect.ts'

test('close codes that trying again cannot mend end the connection', () => {
  expect(afterClose(4401)).toBe('sign-in')
  expect(afterClose(4403)).toBe('forbidden')
  expect(afterClose(4404)).toBe('gone')
  for (const code of [1000, 1001, 1006, 1008, 1013]) expect(afterClose(code)).toBe('retry')
})

test('the wait doubles, is capped and is spread over its upper half', () => {
  expect(retryDelayMs(0, 0)).toBe(250)
  expect(retryDelayMs(0, 1)).toBe(500)
  expect(retryDelayMs(3, 1)).toBe(4000)
  expect(retryDelayMs(50, 0)).toBe(10_000)
  expect(retryDelayMs(5000, 1)).toBe(20_000)
})

test('failures count up until a connection opens, then start anew', () => {
  const once = nextLine(newLine, { kind: 'closed', code: 1006 })
  const twice = nextLine(once, { kind: 'refused', status: 503 })
  expect([once.failedAttempts, twice.failedAttempts]).toEqual([1, 2])
  const open = nextLine(twice, { kind: 'opened' })
  expect(open).toEqual({ state: 'open', failedAttempts: 0 })
  expect(nextLine(open, { kind: 'closed', code: 1001 })).toEqual({ state: 'reconnecting', failedAttempts: 0 })
})

test('a channel that was not opened is given up when what it is about is gone', () => {
  expect(subjectPath('/api/ws/servers/7/console')).toBe('/api/servers/7')
  expect(subjectPath('/api/ws/tasks/12')).toBe('/api/tasks/12')
  expect(subjectPath('/api/ws/nodes/1/metrics')).toBe('/api/nodes/1')
  expect(subjectPath('/api/ws/events')).toBeNull()
  const refused = nextLine(newLine, { kind: 'closed', code: 1006 })
  expect(nextLine(refused, { kind: 'refused', status: 404 }).state).toBe('gone')
  expect(nextLine(refused, { kind: 'refused', status: 503 }).state).toBe('reconnecting')
})

test('a refused short-lived token leads to sign-in, not to another try', () => {
  expect(nextLine(newLine, { kind: 'refused', status: 401 }).state).toBe('sign-in')
  expect(isFinal(nextLine(newLine, { kind: 'refused', status: 403 }))).toBe(true)
  expect(isFinal(nextLine(newLine, { kind: 'refused', status: 0 }))).toBe(false)
})
