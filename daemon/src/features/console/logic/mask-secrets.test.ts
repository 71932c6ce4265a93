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

  it('C268 finds a secret that invisible bytes divide, however the stream is cut', () => {
    const hidden = ['\u001b[1m', '\u001b]0;title\u0007', '\u0007', '\u001b[2K', '\0', '']
    const [begin, end] = ['hunt', 'er2']
    fc.assert(
      fc.property(fc.constantFrom(...hidden), fc.nat(40), fc.nat(40), (between, one, other) => {
        const stream = Buffer.from(`a hun ${begin}${between}${end} hunter\u001b[0m.\n`)
        const cuts = [one, other].map(cut => Math.min(cut, stream.length)).toSorted((a, b) => a - b)
        const mask = createSecretMask(['hunter2'])
        const pieces = [0, ...cuts].map((from, index) => stream.subarray(from, cuts[index] ?? stream.length))
        const out = Buffer.concat([...pieces.map(piece => mask.push(piece)), mask.flush()])
        expect(out.toString()).toBe(`a hun ****${between}*** hunter\u001b[0m.\n`)
      }),
    )
  })

  it('does not wait for ever for what endless invisible bytes might complete', () => {
    const mask = createSecretMask(['hunter2'])
    let given = mask.push(Buffer.from('hunt')).length
    for (let count = 0; count < 100; count++) given += mask.push(Buffer.alloc(1_000, 7)).length
    expect(given).toBeGreaterThan(80_000)
    expect(mask.heldBytes).toBeLessThan(20_000)
  })

  it('leaves a stream without secrets alone', () => {
    const mask = createSecretMask([''])
    expect(mask.push(Buffer.from('abc')).toString()).toBe('abc')
    expect(mask.heldBytes).toBe(0)
  })
})
