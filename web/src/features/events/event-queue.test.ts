// Tests of holding live events for a moment.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventQueue } from './event-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function queueWithLog() {
  const applied: string[][] = []
  return { applied, queue: createEventQueue<string>(messages => applied.push(messages)) }
}

test('a single message is shown at once, and nothing before its turn', () => {
  const { applied, queue } = queueWithLog()
  queue.push('first')
  expect(applied).toEqual([])
  vi.advanceTimersByTime(1)
  expect(applied).toEqual([['first']])
})

test('what follows soon waits for company and keeps its order', () => {
  const { applied, queue } = queueWithLog()
  queue.push('first')
  vi.advanceTimersByTime(1)
  queue.push('second')
  vi.advanceTimersByTime(60)
  queue.push('third')
  vi.advanceTimersByTime(40)
  expect(applied).toEqual([['first']])
  vi.advanceTimersByTime(30)
  expect(applied).toEqual([['first'], ['second', 'third']])
})

test('a storm is applied a few times a second, and no message is lost', () => {
  const { applied, queue } = queueWithLog()
  for (let at = 0; at < 500; at++) {
    queue.push(String(at))
    vi.advanceTimersByTime(2)
  }
  vi.advanceTimersByTime(200)
  expect(applied.length).toBeLessThanOrEqual(10)
  expect(applied.flat()).toEqual(Array.from({ length: 500 }, (_, at) => String(at)))
})

test('after it is closed nothing is applied; it can be used again', () => {
  const { applied, queue } = queueWithLog()
  queue.push('dropped')
  queue.close()
  vi.advanceTimersByTime(1_000)
  expect(applied).toEqual([])
  queue.push('later')
  vi.advanceTimersByTime(200)
  expect(applied).toEqual([['later']])
})
