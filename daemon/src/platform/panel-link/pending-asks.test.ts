import { expect, test } from 'vitest'
import type { Question } from './link-hooks.ts'
import { createPendingAsks } from './pending-asks.ts'

test('L12 an answer of the panel that is not JSON fails the question at once, and nothing else', async () => {
  const asks = createPendingAsks()
  const question: Question = { $case: 'sftpOperations', value: { operations: [] } }
  const ask = () => asks.ask(question, () => true)
  const [broken, good] = [ask(), ask()]
  asks.settle({ askId: 1, errorCode: '', errorMessage: '', json: '<html>' })
  asks.settle({ askId: 2, errorCode: '', errorMessage: '', json: '{"a":1}' })
  await expect(broken).rejects.toMatchObject({ code: 'unavailable', message: /not JSON/ })
  expect(await good).toEqual({ a: 1 })
})
