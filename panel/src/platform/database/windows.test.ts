import { expect, test } from 'vitest'
import { totalOf } from './windows.ts'

test.each([
  ['a full page', 10, { limit: 10, offset: 0 }, 'asked'],
  ['a full page further on', 10, { limit: 10, offset: 30 }, 'asked'],
  ['a page that is not full', 3, { limit: 10, offset: 30 }, 33],
  ['the only page', 3, { limit: 10, offset: 0 }, 3],
  ['nothing at all', 0, { limit: 10, offset: 0 }, 0],
  ['a page behind the last', 0, { limit: 10, offset: 30 }, 'asked'],
])('T-125 the database counts only where the page does not tell: %s', async (_, rows, window, expected) => {
  let asked = 0
  const total = await totalOf(rows, window, async () => {
    asked += 1
    return { total: '77' }
  })
  expect(asked === 0 ? total : 'asked').toBe(expected)
  if (asked > 0) expect(total).toBe(77)
})
