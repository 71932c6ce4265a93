import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FlushTimer } from './flush-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const turnMs = 0

test('the first of a series is flushed at once, the others together', () => {
  const flush = vi.fn()
  const timer = new FlushTimer(flush, 16)
  timer.plan()
  timer.plan()
  expect(flush).not.toHaveBeenCalled()
  vi.advanceTimersByTime(turnMs)
  expect(flush).toHaveBeenCalledTimes(1)
  for (let ms = 0; ms < 15; ms++) {
    timer.plan()
    vi.advanceTimersByTime(1)
  }
  expect(flush).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(flush).toHaveBeenCalledTimes(2)
})

test('what comes after a rest does not wait', () => {
  const flush = vi.fn()
  const timer = new FlushTimer(flush, 16)
  timer.flushed()
  vi.advanceTimersByTime(16)
  timer.plan()
  vi.advanceTimersByTime(turnMs)
  expect(flush).toHaveBeenCalledTimes(1)
})

test('a flush from elsewhere takes the place of the planned one, and a canceled one never comes', () => {
  const flush = vi.fn()
  const timer = new FlushTimer(flush, 16)
  timer.plan()
  timer.flushed()
  vi.advanceTimersByTime(100)
  timer.plan()
  timer.cancel()
  vi.advanceTimersByTime(100)
  expect(flush).not.toHaveBeenCalled()
})
