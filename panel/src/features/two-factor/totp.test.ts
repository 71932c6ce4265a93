import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { describeTotp, matchingStep, totpSecretFrom } from './totp.ts'

interface Vectors {
  secret_ascii: string
  secret_base32: string
  rfc6238: { time: number; step: number; totp6: string }[]
  window: { now: number; code: string; code_step: number; accept: boolean }[]
}

const file = fileURLToPath(new URL('../../../../../shared/vectors/totp/rfc6238.json', import.meta.url))
const isThere = existsSync(file)
if (!isThere) console.warn('skipped: the TOTP vectors are not beside the repository')
const vectors: Vectors = isThere
  ? (JSON.parse(readFileSync(file, 'utf8')) as Vectors)
  : { secret_ascii: '', secret_base32: '', rfc6238: [], window: [] }

describe.skipIf(!isThere)('5.5.6 (C148) TOTP against the vectors of RFC 6238', () => {
  test('5.5.6 (C148) every code belongs to its step', () => {
    expect(vectors.rfc6238.length).toBeGreaterThan(5)
    for (const { time, step, totp6 } of vectors.rfc6238) {
      expect(matchingStep(vectors.secret_base32, totp6, time * 1000)).toBe(step)
    }
  })

  test('5.5.6 (C147) one step of tolerance on both sides', () => {
    expect(vectors.window.length).toBeGreaterThan(4)
    for (const { now, code, code_step, accept } of vectors.window) {
      expect(matchingStep(vectors.secret_base32, code, now * 1000), code).toBe(accept ? code_step : null)
    }
  })

  test('a secret is written in base32', () => {
    const bytes = new Uint8Array(Buffer.from(vectors.secret_ascii, 'ascii'))
    expect(totpSecretFrom(bytes)).toBe(vectors.secret_base32)
  })
})

test('5.5.6 a login with odd characters stays one label', () => {
  const { uri } = describeTotp('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'a:b c&d?é')
  expect(decodeURIComponent(new URL(uri).pathname)).toBe('/Rookery:a:b c&d?é')
  expect(new URL(uri).searchParams.get('issuer')).toBe('Rookery')
})
