// Rows are used again under the same version alone, in the order that is asked for, and not for long.

import { expect, test } from 'vitest'
import { createRowsByVersion } from './rows-by-version.ts'

interface Row {
  id: number
  name: string
}

function start() {
  const stored = new Map([1, 2, 3, 4].map(id => [id, `row ${id}`]))
  const asked: (readonly number[])[] = []
  const at = { nowMs: 0, version: 'a' as string | null }
  const reuse = createRowsByVersion<Row>({
    idOf: ({ id }) => id,
    now: () => at.nowMs,
    longestMs: 1_000,
    capacity: 3,
  })
  const read = async (ids: readonly number[]) => {
    asked.push(ids)
    return ids.toReversed().flatMap(id => (stored.has(id) ? [{ id, name: stored.get(id) ?? '' }] : []))
  }
  const names = async (...ids: number[]) => (await reuse(ids, () => at.version, read)).map(({ name }) => name)
  return { stored, asked, at, names, reuse, read }
}

test('a row is read once, and what is missing with the others', async () => {
  const { asked, names } = start()
  expect(await names(2, 1)).toEqual(['row 2', 'row 1'])
  expect(await names(1, 3, 2)).toEqual(['row 1', 'row 3', 'row 2'])
  expect(asked).toEqual([[2, 1], [3]])
})

test('nothing of another version is used, nor of one that cannot be told', async () => {
  const { stored, at, names } = start()
  await names(1)
  stored.set(1, 'renamed')
  expect(await names(1)).toEqual(['row 1'])
  at.version = null
  expect(await names(1)).toEqual(['renamed'])
  at.version = 'b'
  expect(await names(1)).toEqual(['renamed'])
})

test('what was read before a change is not known after it, even when it came later', async () => {
  const { stored, at, names, reuse } = start()
  const arrived = Promise.withResolvers<Row[]>()
  const slow = reuse(
    [1],
    () => at.version,
    () => arrived.promise,
  )
  stored.set(1, 'renamed')
  at.version = 'b'
  arrived.resolve([{ id: 1, name: 'row 1' }])
  expect(await slow).toEqual([{ id: 1, name: 'row 1' }])
  expect(await names(1)).toEqual(['renamed'])
})

test('a row that is gone is left out', async () => {
  const { stored, names } = start()
  stored.delete(2)
  expect(await names(1, 2, 3)).toEqual(['row 1', 'row 3'])
})

test('rows are forgotten after a while, and when there are too many', async () => {
  const { asked, at, names } = start()
  await names(1)
  at.nowMs = 999
  await names(1)
  expect(asked).toHaveLength(1)
  at.nowMs = 1_000
  await names(1)
  expect(asked).toHaveLength(2)
  await names(1, 2, 3, 4)
  await names(1)
  expect(asked).toHaveLength(4)
})
