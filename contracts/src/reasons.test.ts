import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../test-services/proof-size.ts'
import { type ReasonCode, readReason, reasonOf, reasons } from './reasons.ts'

const codes = Object.keys(reasons) as ReasonCode[]
const namesOf = (code: ReasonCode) => [...reasons[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
/** Which values a code takes is known to its own type alone. */
const write = reasonOf as (code: ReasonCode, values: Record<string, string>) => string

test('every reason gives back its own code and values', () => {
  const value = fc.stringMatching(/^[A-Za-z0-9._:/-]{1,30}$/)
  fc.assert(
    fc.property(fc.constantFrom(...codes), fc.infiniteStream(value), (code, values) => {
      // How much is done is a number.
      const fill = (name: string) => `${name === 'done' ? '1' : ''}${values.next().value}`
      const given = Object.fromEntries(namesOf(code).map(name => [name, fill(name)]))
      expect(readReason(write(code, given))).toEqual({ code, values: given })
    }),
    propertyRuns(2_000),
  )
})

test('a reason may hold another one', () => {
  const inner = reasonOf('hostAnswered', { host: 'a.example', status: 503 })
  const whole = readReason(reasonOf('stepFailed', { number: 2, action: 'update', reason: inner }))
  expect(whole).toEqual({ code: 'stepFailed', values: { number: '2', action: 'update', reason: inner } })
  expect(readReason(inner)).toEqual({ code: 'hostAnswered', values: { host: 'a.example', status: '503' } })
})

test('what nobody has foreseen, and what is too long, is none', () => {
  for (const text of ['', 'whatever an engine says', `ended by ${'x'.repeat(5_000)}`])
    expect(readReason(text), text).toBeNull()
})
