import { expect, test } from 'vitest'
import { certificateStanding } from './certificate-standing.ts'

const known = {
  certificateSerial: 'B',
  nextCertificateSerial: 'C',
  certificateValidFromMs: 1_000,
  lastSeenAtMs: 9_000,
  createdAtMs: 500,
}
const standing = (certificateSerial: string, certificateValidFromMs: number, more: object = {}) =>
  certificateStanding({ ...known, ...more }, { certificateSerial, certificateValidFromMs })

test('a known serial is known, whatever its age', () => {
  expect(standing('B', 1_000)).toBe('current')
  expect(standing('C', 0)).toBe('next')
})

test('of unknown certificates only one that was issued later follows', () => {
  expect(standing('D', 2_000)).toBe('later')
  expect(standing('A', 1_000)).toBe('superseded')
  expect(standing('A', 0)).toBe('superseded')
})

test('where the age is not stored, it must be later than the last time that the node was seen', () => {
  const unknownAge = { certificateValidFromMs: null }
  expect(standing('D', 8_000, unknownAge)).toBe('superseded')
  expect(standing('D', 9_001, unknownAge)).toBe('later')
  expect(standing('D', 400, { ...unknownAge, lastSeenAtMs: null })).toBe('superseded')
  expect(standing('D', 501, { ...unknownAge, lastSeenAtMs: null })).toBe('later')
})
