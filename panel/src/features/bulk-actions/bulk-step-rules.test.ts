import { expect, test } from 'vitest'
import { answerOf, areOver, countsOf, nextSteps, type StoredStep, statusOf } from './bulk-step-rules.ts'

const step = (position: number, more: Partial<StoredStep> = {}): StoredStep => ({
  position,
  serverId: position + 100,
  serverName: `Server ${position}`,
  nodeId: 1,
  status: 'waiting',
  taskId: null,
  reasonCode: null,
  reason: null,
  ...more,
})
const sent = (position: number, more: Partial<StoredStep> = {}) =>
  step(position, { status: 'sent', taskId: position, ...more })

const outcome = (status: 'waiting' | 'working' | 'success' | 'error' | 'canceled', more = {}) => ({
  status,
  isPlanned: false,
  reason: null,
  ...more,
})
const outcomes = new Map([
  [1, outcome('working')],
  [2, outcome('waiting', { isPlanned: true })],
  [3, outcome('success')],
  [4, outcome('error', { reason: 'no space left' })],
  [5, outcome('canceled')],
])

test('a step that was sent is as far as its task', () => {
  const statuses = [1, 2, 3, 4, 5, 6].map(position => statusOf(sent(position), outcomes))
  expect(statuses).toEqual(['working', 'planned', 'done', 'failed', 'canceled', 'failed'])
  expect(countsOf(statuses)).toMatchObject({ working: 1, planned: 1, done: 1, failed: 2, canceled: 1 })
})

test('each failure is told with its reason, of the task or of the refusal', () => {
  expect(answerOf(sent(4), outcomes)).toMatchObject({
    status: 'failed',
    reason: { code: null, message: 'no space left' },
  })
  const refused = step(7, { status: 'skipped', reasonCode: 'forbidden', reason: 'not yours' })
  expect(answerOf(refused, outcomes).reason).toEqual({ code: 'forbidden', message: 'not yours' })
  expect(answerOf(sent(3), outcomes).reason).toBeNull()
})

test('on each node so many are at work at once; what is planned there takes no place', () => {
  const steps = [sent(1), sent(2), step(11), step(12), step(13), step(14, { nodeId: 2 })]
  expect(nextSteps(steps, outcomes, 2).map(each => each.position)).toEqual([11, 14])
  expect(nextSteps(steps, outcomes, 4).map(each => each.position)).toEqual([11, 12, 13, 14])
  expect(nextSteps([step(1, { status: 'sending' }), step(2)], outcomes, 1)).toEqual([])
})

test('it is over when nothing waits or works, also on a node', () => {
  expect(areOver([sent(3), sent(4), sent(5), step(8, { status: 'skipped' })], outcomes)).toBe(true)
  for (const open of [step(9), sent(1), sent(2)]) expect(areOver([sent(3), open], outcomes)).toBe(false)
})
