import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMetadata } from './upload-metadata.ts'

const encode = (text: string) => Buffer.from(text).toString('base64')

test('8.3 metadata names the target and its terms', () => {
  const hash = 'AB'.repeat(32)
  const header = `path ${encode('maps/dust ä.txt')},sha256 ${encode(hash)},overwrite ${encode('false')},other`
  expect(readMetadata(header)).toEqual({
    target: { path: 'maps/dust ä.txt', sha256: hash.toLowerCase(), overwrite: false },
  })
  expect(readMetadata(`path ${encode('a')}`)).toEqual({
    target: { path: 'a', sha256: null, overwrite: true },
  })
})

test('8.3 what is wrong with metadata is told by field', () => {
  expect(readMetadata(undefined)).toEqual({ fields: { path: ['is missing: name the new file'] } })
  const header = `path ${encode('a')},sha256 ${encode('abc')},overwrite ${encode('yes')}`
  expect(readMetadata(header)).toMatchObject({
    fields: { sha256: ['must be 64 hexadecimal digits'], overwrite: ['must be true or false'] },
  })
})

test.each(['a b c', 'path a,path b', ',', 'path ä', 'path a,,'])('8.3 %j is malformed', header => {
  expect(readMetadata(header)).toBe('malformed')
})

test('8.3 every path survives', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), path => {
      expect(readMetadata(`path ${encode(path)}`)).toMatchObject({ target: { path } })
    }),
  )
})
