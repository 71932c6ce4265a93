import { expect, test } from 'vitest'
import { Heartbeat } from './generated/link.ts'

test('L7 a field of a newer version is read as if it were absent', () => {
  const known = Heartbeat.encode({ sentAtMs: 1_700_000_000_000 }).finish()
  // Field 2047 as text, field 2046 as a number.
  const later = Buffer.from([0xfa, 0x7f, 0x03, 0x61, 0x62, 0x63, 0xf0, 0x7f, 0x2a])
  expect(Heartbeat.decode(Buffer.concat([later, known, later]))).toEqual(Heartbeat.decode(known))
})
