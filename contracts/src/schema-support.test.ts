import { expect, test } from 'vitest'
import { type AppliedChange, blockingChanges } from './schema-support.ts'

const change = (name: string, oldestSchema: string | null): AppliedChange => ({ name, oldestSchema })
const old = [change('0001-a', '0001-a'), change('0002-b', '0001-a')]
const known = ['0001-a', '0002-b']

test('a program that knows every change is not kept from anything', () => {
  expect(blockingChanges(old, known)).toEqual([])
  expect(blockingChanges([], known)).toEqual([])
  expect(blockingChanges(old.slice(0, 1), known)).toEqual([])
})

test('a newer change that names this program as old enough lets it work, another one does not', () => {
  expect(blockingChanges([...old, change('0003-c', '0002-b')], known)).toEqual([])
  expect(blockingChanges([...old, change('0003-c', '0001-a')], known)).toEqual([])
  expect(blockingChanges([...old, change('0003-c', '0003-c')], known)).toEqual(['0003-c'])
  expect(blockingChanges([...old, change('0003-c', null)], known)).toEqual(['0003-c'])
})

test('of several newer changes every one must allow it: a release later the older program is refused', () => {
  const two = [...old, change('0003-c', '0002-b'), change('0004-d', '0003-c')]
  expect(blockingChanges(two, known)).toEqual(['0004-d'])
})

test('a database of another line is refused, whatever its changes say', () => {
  const inTheMiddle = [change('0001-a', '0001-a'), change('0001-b', '0001-a'), change('0002-b', '0001-a')]
  expect(blockingChanges(inTheMiddle, known)).toEqual(['0001-b'])
  const withoutOurs = [change('0001-a', '0001-a'), change('0003-c', '0001-a')]
  expect(blockingChanges(withoutOurs, known)).toEqual(['0003-c'])
})
