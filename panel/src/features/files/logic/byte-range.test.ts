import { describe, expect, test } from 'vitest'
import { type ByteRange, byteRangeOf } from './byte-range.ts'

describe('T-077 ranges', () => {
  test.each<[string | undefined, number, ByteRange]>([
    [undefined, 10, 'whole'],
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=2-5', 10, { start: 2, end: 5 }],
    ['bytes=2-', 10, { start: 2, end: 9 }],
    ['bytes=2-999', 10, { start: 2, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-999', 10, { start: 0, end: 9 }],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-5', 0, 'unsatisfiable'],
    ['bytes=5-2', 10, 'whole'],
    ['bytes=-', 10, 'whole'],
    ['bytes=a-b', 10, 'whole'],
    ['bytes=0-1,2-3', 10, 'whole'],
    [`bytes=${'0-,'.repeat(1_000)}0-`, 10, 'whole'],
    ['lines=0-1', 10, 'whole'],
    ['bytes=9999999999999999999-', 10, 'whole'],
    ['bytes=1e3-', 10, 'whole'],
  ])('T-077 %s of %d bytes', (header, sizeBytes, range) => {
    expect(byteRangeOf(header, sizeBytes)).toEqual(range)
  })
})
