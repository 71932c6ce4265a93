// Bounds of the questions of one node.

import { expect, test } from 'vitest'
import { createQuestionQueue } from './question-queue.ts'

function startQueue() {
  const answering: { question: number; done: () => void }[] = []
  const refused: number[] = []
  const clock = { nowMs: 0 }
  let overruns = 0
  const queue = createQuestionQueue<number>({
    limits: { atOnce: 2, waiting: 3, waitingBytes: 100, refusals: 4, refusalWindowMs: 1_000 },
    answer: question => new Promise(done => answering.push({ question, done })),
    refuse: question => void refused.push(question),
    overrun: () => {
      overruns += 1
    },
    clock: () => clock.nowMs,
  })
  return { queue, answering, refused, clock, overruns: () => overruns }
}

const soon = () => new Promise(resolve => setImmediate(resolve))

test('L12 few questions are answered at once, the others wait in order, and what does not fit is refused', async () => {
  const { queue, answering, refused } = startQueue()
  for (let question = 1; question <= 7; question++) queue.push(question, 1)
  expect(answering.map(({ question }) => question)).toEqual([1, 2])
  expect(refused).toEqual([6, 7])
  answering[0]?.done()
  await soon()
  expect(answering.map(({ question }) => question)).toEqual([1, 2, 3])
  queue.push(8, 99)
  queue.push(9, 98)
  expect(refused).toEqual([6, 7, 8])
  for (let index = 1; index < 6; index++) {
    answering[index]?.done()
    await soon()
  }
  expect(answering.map(({ question }) => question)).toEqual([1, 2, 3, 4, 5, 9])
  queue.push(10, 1)
  queue.push(11, 1)
  queue.push(12, 1)
  expect(answering).toHaveLength(8)
})

test('L12 whoever goes on asking is cut off once, and refusals of long ago do not count', async () => {
  const { queue, refused, clock, overruns } = startQueue()
  for (let question = 0; question < 9; question++) queue.push(question, 1)
  expect([refused.length, overruns()]).toEqual([4, 0])
  clock.nowMs = 1_000
  for (let question = 0; question < 4; question++) queue.push(question, 1)
  expect([refused.length, overruns()]).toEqual([8, 0])
  for (let question = 0; question < 100; question++) queue.push(question, 1)
  expect([refused.length, overruns()]).toEqual([8, 1])
})
