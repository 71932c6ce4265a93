// The address and key of an enrollment are taken apart as people write them.

import { expect, test } from 'vitest'
import { readEnrollmentAddress } from './enrollment-address-rules.ts'

test.each([
  ['https://panel.example', 'k', { url: 'https://panel.example', key: 'k' }],
  ['https://panel.example/#k', undefined, { url: 'https://panel.example', key: 'k' }],
  ['http://10.0.0.1:8025#a%2Bb', undefined, { url: 'http://10.0.0.1:8025', key: 'a+b' }],
  ['https://panel.example/sub/#one', 'two', { url: 'https://panel.example/sub', key: 'two' }],
  ['http://h#100%', undefined, { url: 'http://h', key: '100%' }],
  ['https://panel.example', undefined, { url: 'https://panel.example', key: null }],
  ['https://panel.example#', '', { url: 'https://panel.example', key: null }],
])('%s with key %s', (address, key, expected) => {
  expect(readEnrollmentAddress(address, key)).toEqual(expected)
})

test.each([
  ['panel.example', 'k', /must begin with http/],
  ['ftp://panel.example', 'k', /must begin with http/],
])('%s with key %s is refused', (address, key, message) => {
  expect(readEnrollmentAddress(address, key)).toEqual({ wrong: expect.stringMatching(message) })
})
