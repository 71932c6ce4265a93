// Order, holding back and the two ways to close of the inbound queue.

import { expect, test } from 'vitest'
import { createInboundQueue } from './inbound-queue.ts'

function startQueue(work: (item: number) => void | Promise<void>) {
  const held: boolean[] = []
  const failures: unknown[] = []
  const queue = createInboundQueue<number>({
    limitBytes: 10,
    work,
    hold: isHeld => held.push(isHeld),
    failed: error => failures.push(error),
  })
  return { queue, held, failures }
}

test('items are worked on one at a time, in order, once the queue has started', async () => {
  const log: string[] = []
  const { queue } = startQueue(async item => {
    log.push(`begin ${item}`)
    await new Promise(resolve => setTimeout(resolve, 5 - item))
    log.push(`end ${item}`)
  })
  const before = Promise.withResolvers<void>()
  queue.push(1, 1)
  queue.start(before.promise)
  queue.push(2, 1)
  await Promise.resolve()
  expect(log).toEqual([])
  before.resolve()
  queue.close('finish')
  await queue.drained
  expect(log).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2'])
})

test('the source is held above the limit and released below it', async () => {
  const { queue, held } = startQueue(() => undefined)
  queue.push(1, 6)
  expect(held).toEqual([])
  queue.push(2, 6)
  expect(held).toEqual([true])
  queue.start(Promise.resolve())
  queue.close('finish')
  await queue.drained
  expect(held).toEqual([true, false])
})

test('discarding forgets what waits; a failure is told and does not stop the queue', async () => {
  const worked: number[] = []
  const { queue, failures } = startQueue(item => {
    worked.push(item)
    if (item === 1) throw new Error('no')
    if (item === 2) queue.close('discard')
  })
  for (const item of [1, 2, 3]) queue.push(item, 1)
  queue.start(Promise.resolve())
  await queue.drained
  expect(worked).toEqual([1, 2])
  expect(failures).toHaveLength(1)
})

test('a queue that was never started, or has nothing to do, drains at once when it closes', async () => {
  const { queue } = startQueue(() => undefined)
  queue.push(1, 1)
  queue.close('finish')
  await queue.drained
  const idle = startQueue(() => undefined).queue
  idle.start(Promise.resolve())
  await new Promise(resolve => setTimeout(resolve, 1))
  idle.close('finish')
  await idle.drained
})

test('5.3 an item that is worth waiting for is worked on again, and nothing overtakes it', async () => {
  const worked: number[] = []
  let isFull = true
  const attempts: number[] = []
  const failures: unknown[] = []
  const queue = createInboundQueue<number>({
    limitBytes: 10,
    work: item => {
      if (item === 1 && isFull) throw new Error('full')
      worked.push(item)
    },
    hold: () => {},
    failed: error => failures.push(error),
    retryAfterMs: (_error, attempt) => {
      attempts.push(attempt)
      if (attempt === 2) isFull = false
      return 1
    },
  })
  for (const item of [1, 2]) queue.push(item, 1)
  queue.start(Promise.resolve())
  await expect.poll(() => worked).toEqual([1, 2])
  expect([attempts, failures]).toEqual([[0, 1, 2], []])
})

test('a queue that is closed while an item waits to be tried again is drained at once', async () => {
  const failures: unknown[] = []
  const waiting = Promise.withResolvers<void>()
  const queue = createInboundQueue<number>({
    limitBytes: 10,
    work: () => {
      throw new Error('full')
    },
    hold: () => {},
    failed: error => failures.push(error),
    retryAfterMs: () => {
      waiting.resolve()
      return 3_600_000
    },
  })
  queue.push(1, 1)
  queue.start(Promise.resolve())
  await waiting.promise
  queue.close('finish')
  await queue.drained
  expect(failures).toHaveLength(1)
})
