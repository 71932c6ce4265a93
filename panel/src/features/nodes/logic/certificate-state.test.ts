import { expect, test } from 'vitest'
import { certificateStateOf } from './certificate-state.ts'

const known = {
  certificateSerial: 'B',
  nextCertificateSerial: 'C',
  certificateValidFromMs: 1_000,
  lastSeenAtMs: 9_000,
  createdAtMs: 500,
}
const stateOf = (certificateSerial: string, certificateValidFromMs: number, more: object = {}) =>
  certificateStateOf({ ...known, ...more }, { certificateSerial, certificateValidFromMs })

test('a known serial is known, whatever its age', () => {
  expect(stateOf('B', 1_000)).toBe('current')
  expect(stateOf('C', 0)).toBe('next')
})

test('of unknown certificates only one that was issued later follows', () => {
  expect(stateOf('D', 2_000)).toBe('later')
  expect(stateOf('A', 1_000)).toBe('superseded')
  expect(stateOf('A', 0)).toBe('superseded')
})

test('where the age is not stored, it must be later than the last time that the node was seen', () => {
  const unknownAge = { certificateValidFromMs: null }
  expect(stateOf('D', 8_000, unknownAge)).toBe('superseded')
  expect(stateOf('D', 9_001, unknownAge)).toBe('later')
  expect(stateOf('D', 400, { ...unknownAge, lastSeenAtMs: null })).toBe('superseded')
  expect(stateOf('D', 501, { ...unknownAge, lastSeenAtMs: null })).toBe('later')
})
