import { describe, expect, test } from 'vitest'
import { isKnownState, isRangeWanted, readTagList, writeConditionOf } from './etag-conditions.ts'

describe('8.3 conditions on the state of a file', () => {
  test('8.3 lists of tags', () => {
    expect(readTagList('*')).toBe('*')
    expect(readTagList('"a"')).toEqual({ strong: ['a'], weak: [] })
    expect(readTagList('"a", W/"b" ,"c"')).toEqual({ strong: ['a', 'c'], weak: ['b'] })
    for (const broken of ['', 'a', '"a', '"a" "b"', '"a",', 'w/"a"', '"a"b"'])
      expect(readTagList(broken)).toBeNull()
  })

  test('8.3 a reader that has this state already', () => {
    expect(isKnownState('"a"', 'a')).toBe(true)
    expect(isKnownState('W/"a"', 'a')).toBe(true)
    expect(isKnownState('*', 'a')).toBe(true)
    expect(isKnownState('"b"', 'a')).toBe(false)
    expect(isKnownState('nonsense', 'a')).toBe(false)
    expect(isKnownState(undefined, 'a')).toBe(false)
  })

  test('T-077 a range of another state is not wanted', () => {
    expect(isRangeWanted(undefined, 'a')).toBe(true)
    expect(isRangeWanted('"a"', 'a')).toBe(true)
    expect(isRangeWanted('W/"a"', 'a')).toBe(false)
    expect(isRangeWanted('"b"', 'a')).toBe(false)
    expect(isRangeWanted('Wed, 21 Oct 2026 07:28:00 GMT', 'a')).toBe(false)
  })

  test('8.3 what a writer demands', () => {
    expect(writeConditionOf(undefined, undefined)).toEqual({ on: 'nothing in particular' })
    expect(writeConditionOf(undefined, '*')).toEqual({ on: 'a free name' })
    expect(writeConditionOf('*', undefined)).toEqual({ on: 'an existing file' })
    expect(writeConditionOf('"a", "b"', undefined)).toEqual({ on: 'one of these states', etags: ['a', 'b'] })
    expect(writeConditionOf('W/"a"', undefined)).toEqual({ on: 'one of these states', etags: [] })
    for (const [match, noneMatch] of [
      ['"a"', '*'],
      [undefined, '"a"'],
      ['a', undefined],
    ] as const) {
      expect(writeConditionOf(match, noneMatch)).toEqual({ on: 'something unreadable' })
    }
  })
})
