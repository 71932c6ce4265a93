import { expect, test } from 'vitest'
import { raisedLimit } from './raised-limit.ts'

const gibibyte = 1024 ** 3

test('half as much again, in whole steps', () => {
  const raised = [0.5, 1, 2, 3, 4, 16].map(limit => raisedLimit(limit * gibibyte) / gibibyte)
  expect(raised).toEqual([1, 1.5, 3, 5, 6, 24])
})
