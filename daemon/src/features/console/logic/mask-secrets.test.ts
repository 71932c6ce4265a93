// Masking of secrets, compared with replacing them in the whole stream at once.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecretMask } from './mask-secrets.ts'

function maskWhole(stream: Buffer, secrets: string[]): Buffer {
  const out = Buffer.from(stream)
  for (const secret of secrets.map(text => Buffer.from(text)).filter(bytes => bytes.length > 0)) {
    for (let at = 0; at + secret.length <= stream.length; at++) {
      if (stream.subarray(at, at + secret.length).equals(secret)) out.fill('*', at, at + secret.length)
    }
  }
  return out
}

// Few letters, so that secrets overlap, repeat and begin again inside each other.
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'ü'), maxLength: 6 })

describe('masking of secrets', () => {
  it('is the same as masking the whole stream, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 4 }),
        fc.array(letters, { maxLength: 20 }),
        (secrets, pieces) => {
          const mask = createSecretMask(secrets)
          const streamed = Buffer.concat([
            ...pieces.map(piece => mask.push(Buffer.from(piece))),
            mask.flush(),
          ])
          expect(streamed.toString('hex')).toBe(
            maskWhole(Buffer.from(pieces.join('')), secrets).toString('hex'),
          )
          expect(mask.heldBytes).toBe(0)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('cut at every byte, never shows the secret nor holds back more than its beginning', () => {
    const mask = createSecretMask(['hunter2'])
    const out: Buffer[] = []
    for (const byte of Buffer.from('password hunter2, not hunter3\n')) {
      out.push(mask.push(Buffer.of(byte)))
      expect(mask.heldBytes).toBeLessThan(7)
    }
    expect(Buffer.concat(out).toString()).toBe('password *******, not hunter3\n')
  })

  it('masks the rest of a secret whose beginning had to be given out', () => {
    const mask = createSecretMask(['hunter2'])
    expect(mask.push(Buffer.from('x hun')).toString()).toBe('x ')
    expect(mask.flush().toString()).toBe('hun')
    expect(mask.push(Buffer.from('ter2 y')).toString()).toBe('**** y')
  })

  it('leaves a stream without secrets alone', () => {
    const mask = createSecretMask([''])
    expect(mask.push(Buffer.from('abc')).toString()).toBe('abc')
    expect(mask.heldBytes).toBe(0)
  })
})
