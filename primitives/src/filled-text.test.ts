import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../test-services/proof-size.ts'
import { valuesIn } from './filled-text.ts'

test('values are taken out of a sentence, each as short as it can be', () => {
  expect(valuesIn(['stopped'], 'stopped')).toEqual([])
  expect(valuesIn(['port ', ' is in use'], 'port 25565 is in use')).toEqual(['25565'])
  expect(valuesIn(['', ': ', ''], 'a: b: c')).toEqual(['a', 'b: c'])
})

test('another sentence has none', () => {
  for (const other of ['', 'port', 'port  is in use', 'port 1 is in use.', 'a port 1 is in use'])
    expect(valuesIn(['port ', ' is in use'], other), other).toBeNull()
  expect(valuesIn(['stopped'], 'stopped twice')).toBeNull()
})

test('what was filled in comes out again where it holds nothing of the sentence', () => {
  const value = fc.stringMatching(/^[a-z0-9]{1,20}$/)
  fc.assert(
    fc.property(value, value, (one, other) => {
      const fixed = ['FROM ', ' TO ', '!'] as const
      expect(valuesIn(fixed, `FROM ${one} TO ${other}!`)).toEqual([one, other])
    }),
    propertyRuns(500),
  )
})
