import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { decryptPasetoV4Local, encryptPasetoV4Local } from './paseto-session-tokens.ts'

interface Vector {
  name: string
  'expect-fail': boolean
  key?: string
  token: string
  payload: string | null
  footer: string
  'implicit-assertion': string
}

const file = fileURLToPath(new URL('../../../../../../shared/vectors/paseto/v4.json', import.meta.url))
const isThere = existsSync(file)
if (!isThere) console.warn('skipped: the PASETO vectors are not beside the repository')
const vectors = isThere ? (JSON.parse(readFileSync(file, 'utf8')) as { tests: Vector[] }).tests : []
const anyKey = '70'.repeat(32)

const read = (vector: Vector) =>
  decryptPasetoV4Local(Buffer.from(vector.key ?? anyKey, 'hex'), vector.token, {
    assertion: vector['implicit-assertion'],
  })

describe.skipIf(!isThere)('5.3.2 PASETO v4.local: the published vectors', () => {
  const local = vectors.filter(vector => vector.token.startsWith('v4.local.'))

  test('there are as many as were published', () => {
    expect(local.filter(vector => !vector['expect-fail'])).toHaveLength(9)
    expect(vectors.filter(vector => vector['expect-fail'])).toHaveLength(5)
  })

  for (const vector of local.filter(one => !one['expect-fail'])) {
    test(`5.3.2 ${vector.name} opens`, () => {
      expect(read(vector)).toEqual({ payload: JSON.parse(vector.payload ?? ''), footer: vector.footer })
    })

    test(`5.3.2 ${vector.name} with another key or assertion does not`, () => {
      expect(read({ ...vector, key: anyKey })).toBeNull()
      expect(read({ ...vector, 'implicit-assertion': `${vector['implicit-assertion']}x` })).toBeNull()
    })
  }

  for (const vector of vectors.filter(one => one['expect-fail'])) {
    test(`5.3.2 ${vector.name} must fail`, () => expect(read(vector)).toBeNull())
  }

  for (const vector of vectors.filter(one => one.name.startsWith('4-S'))) {
    test(`5.3.2 ${vector.name}, a public token, is none of ours`, () => expect(read(vector)).toBeNull())
  }
})

describe('5.3.2 PASETO v4.local: one spelling', () => {
  const key = Buffer.alloc(32, 7)
  const sealed = encryptPasetoV4Local(key, { sub: '1' })

  test('5.3.2 it opens what it has sealed', () => {
    expect(decryptPasetoV4Local(key, sealed)).toEqual({ payload: { sub: '1' }, footer: '' })
  })

  test('5.3.2 (C114) any changed character makes it worthless', () => {
    for (let at = 'v4.local.'.length; at < sealed.length; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1)
      expect(decryptPasetoV4Local(key, changed), `character ${at}`).toBeNull()
    }
  })

  test.each([
    ['padding', `${sealed}=`],
    ['two paddings', `${sealed}==`],
    ['a space', `${sealed} `],
    ['a line end', `${sealed}\n`],
    ['an empty footer', `${sealed}.`],
    ['a footer', `${sealed}.eA`],
    ['upper case', sealed.replace('v4.local', 'V4.LOCAL')],
    ['standard base64', sealed.replaceAll('-', '+').replaceAll('_', '/').concat('+')],
    ['nothing', ''],
    ['the header alone', 'v4.local.'],
  ])('5.3.2 (C114, C116) it does not open with %s', (_, text) => {
    expect(decryptPasetoV4Local(key, text)).toBeNull()
  })
})
