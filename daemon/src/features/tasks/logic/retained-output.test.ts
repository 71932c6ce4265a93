import { describe, expect, test } from 'vitest'
import { retain } from './retained-output.ts'

describe('what is kept of the output of a task', () => {
  test('lines, up to the limit, and then once that there was more', () => {
    let end = 0
    let output = ''
    for (let line = 0; line < 2_000; line++) {
      const next = retain(end, `line ${line}: ä`, 1_000)
      output += next?.chunk.toString() ?? ''
      end = next?.end ?? end
    }
    expect(output.startsWith('line 0: ä\nline 1: ä\n')).toBe(true)
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(1_000)
    expect(output.endsWith('\n… more was said than is kept\n')).toBe(true)
    expect(output.match(/more was said/g)).toHaveLength(1)
  })

  test('one line that is too long by itself', () => {
    expect(retain(0, 'x'.repeat(1_000), 1_000)?.chunk.toString()).toBe('… more was said than is kept\n')
  })
})
