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
