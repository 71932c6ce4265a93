// What takes too long, is too large or no text at all is left alone.

import { describe, expect, test } from 'vitest'
import { processorMsOf } from '../../../../test-services/processor-time.ts'
import { editWithinLimits } from './edit-within-limits.ts'

const values = [{ key: 'a', value: 'x' }]
const limitMs = 20_000

describe('limits of an edit', () => {
  test('an expression that backtracks for ever is given up, and the next file is edited', () => {
    const bytes = Buffer.from(JSON.stringify({ a: 'a'.repeat(60) }))
    const slow = [{ key: 'a', value: 'x', only_if: 'regex:^(a+)+\\1b$' }]
    const tookMs = processorMsOf(() => {
      expect(editWithinLimits(bytes, { format: 'json', values: slow, create: true }, 200)).toEqual({
        bytes: null,
        warnings: [expect.stringContaining('takes too long')],
      })
    })
    expect(tookMs).toBeLessThan(20_000)
    expect(editWithinLimits(bytes, { format: 'json', values, create: true }, limitMs).bytes?.toString()).toBe(
      '{"a":"x"}',
    )
  })

  test('trees have a smaller limit than lines', () => {
    const large = Buffer.from('a: 1 #\n'.repeat(160_000))
    expect(editWithinLimits(large, { format: 'yaml', values, create: true }, limitMs).warnings).toEqual([
      expect.stringContaining('larger than 1 MiB'),
    ])
    expect(editWithinLimits(large, { format: 'lines', values, create: false }, limitMs)).toMatchObject({
      warnings: [],
    })
  })

  test('bytes that are no text are left alone, UTF-16 without a mark among them', () => {
    for (const bytes of [
      Buffer.from('a=1\n', 'utf16le'),
      Buffer.from([0xfe, 0xff, 0, 0x61]),
      Buffer.from('\0'),
    ]) {
      expect(editWithinLimits(bytes, { format: 'properties', values, create: true }, limitMs)).toEqual({
        bytes: null,
        warnings: ['it is not a text file, so it is left alone'],
      })
    }
  })
})
