// The compression that a client gets.

import { expect, test } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'

test.each([
  [undefined, null],
  ['', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br ; q = 0.8 , gzip;q=0.8', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['*;q=0', null],
  ['identity', null],
  ['deflate, zstd', null],
  ['gzip;q=often', null],
  ['gzip;q=0.000', null],
] as const)('%j gets %j', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
