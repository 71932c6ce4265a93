import { expect, test } from 'vitest'
import { cutRconAnswer } from './rcon-answer.ts'

test('a long answer is cut with a mark, inside the limit and never inside a character', () => {
  expect(cutRconAnswer('x'.repeat(65_536))).toBe('x'.repeat(65_536))
  for (let shift = 0; shift < 4; shift++) {
    const cut = cutRconAnswer('x'.repeat(shift) + '🦢'.repeat(50_000))
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(65_536)
    expect(cut).not.toContain('\ufffd')
    expect(cut).toMatch(new RegExp(`\n… cut here: the whole answer has ${200_000 + shift} bytes$`))
  }
})
