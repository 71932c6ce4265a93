// Tests of asking for lists again when there is news.

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAskAgain } from './refetch.ts'

const queryClient = new QueryClient()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** A list on the page that counts how often it was asked for; the first time is when it comes onto the page. */
async function watchedList(queryKey: readonly string[]) {
  let asked = 0
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => {
      asked += 1
      return asked
    },
  })
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
  return () => asked - 1
}

test('the first news asks at once, a storm of it at most once a second, and the last is never missed', async () => {
  const asked = await watchedList(['servers'])
  const askAgain = createAskAgain(queryClient)
  askAgain(['servers'])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(1)
  for (let at = 0; at < 25; at++) {
    askAgain(['servers'])
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked()).toBe(3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked()).toBe(4)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toBe(4)
})

test('the pause of one list does not hold up another', async () => {
  const servers = await watchedList(['servers'])
  const tasks = await watchedList(['tasks'])
  const askAgain = createAskAgain(queryClient)
  askAgain(['servers'])
  askAgain(['tasks'])
  await vi.advanceTimersByTimeAsync(1)
  expect([servers(), tasks()]).toEqual([1, 1])
})
