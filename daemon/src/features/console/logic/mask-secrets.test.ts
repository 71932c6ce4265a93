// Masking of secrets, compared with replacing them in the whole stream at once.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
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
            ...[...pieces, '\n'].map(piece => mask.push(Buffer.from(piece))),
            mask.finish(),
          ])
          expect(streamed.toString('hex')).toBe(
            maskWhole(Buffer.from(`${pieces.join('')}\n`), secrets).toString('hex'),
          )
          expect(mask.heldBytes).toBe(0)
        },
      ),
      propertyRuns(2_000),
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

  it('6.2 holds four characters of a secret for the byte that decides, however long that takes', () => {
    const mask = createSecretMask(['hunter2hunter3'])
    expect(mask.push(Buffer.from('password: hunt')).toString()).toBe('password: ')
    expect(mask.flush().toString()).toBe('')
    expect(mask.push(Buffer.from('er2hunter3 ok')).toString()).toBe('************** ok')
    expect(mask.push(Buffer.from(' hunter')).toString()).toBe(' ')
    expect(mask.push(Buffer.from('!')).toString()).toBe('hunter!')
  })

  it('6.2 at the end shows what merely looks like a beginning, and never the greater part of a secret', () => {
    const ended = (text: string) => {
      const mask = createSecretMask(['hunter2hunter3', 'abcdef'])
      return Buffer.concat([mask.push(Buffer.from(text)), mask.flush(), mask.finish()]).toString()
    }
    expect(ended('who hunts? hunt')).toBe('who hunts? hunt')
    expect(ended('x hunter2')).toBe('x hunter2')
    expect(ended('x hunter2h')).toBe('x ********')
    expect(ended('x abc')).toBe('x abc')
    expect(ended('x abcd')).toBe('x ****')
  })

  it('6.2 masks from a new secret on what is held back already', () => {
    const mask = createSecretMask(['hunter2'])
    mask.push(Buffer.from('x hunter'))
    mask.replaceSecrets(['hunter2', 'terrier-dog'])
    const out = [mask.push(Buffer.from('rier-dog')), mask.finish()]
    expect(Buffer.concat(out).toString()).toBe('hun***********')
  })

  const json = (secret: string) => JSON.stringify(secret).slice(1, -1)
  const html = (secret: string) =>
    secret.replaceAll(
      /[&<>"']/g,
      one => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }[one]};`,
    )
  const hexUnits = (secret: string) =>
    Array.from(
      { length: secret.length },
      (_, at) => `\\u${secret.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join('')
  const everyByte = (secret: string) =>
    [...Buffer.from(secret)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const encodings: ((secret: string) => string)[] = [
    secret => secret,
    json,
    secret => json(json(secret)),
    hexUnits,
    encodeURIComponent,
    encodeURI,
    secret =>
      encodeURIComponent(secret)
        .toLowerCase()
        .replaceAll(/%\w\w/g, one => one),
    secret => encodeURIComponent(encodeURIComponent(secret)),
    everyByte,
    secret => new URLSearchParams({ '': secret }).toString().slice(1),
    secret => json(encodeURIComponent(secret)),
    html,
  ]
  const secretText = fc
    .string({
      unit: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...'abcdefgh01234567'.split('')) },
        { weight: 3, arbitrary: fc.constantFrom(...'"\\/%&+<>\'.*?[]()^$|{} #ü€😀'.split(/(?:)/u)) },
      ),
      minLength: 8,
      maxLength: 24,
    })
    // A lowered escape must not change letters of the secret itself.
    .filter(secret => secret === secret.toLowerCase())

  /** Cuts at random places, and now and then waits for longer than the caller's patience. One letter per byte. */
  function masked(stream: Buffer, secrets: string[], cuts: { at: number; isLong: boolean }[]): string {
    const mask = createSecretMask(secrets)
    const out: Buffer[] = []
    let from = 0
    const places = cuts
      .map(cut => ({ ...cut, at: Math.min(cut.at, stream.length) }))
      .toSorted((a, b) => a.at - b.at)
    for (const { at, isLong } of places) {
      out.push(mask.push(stream.subarray(from, at)))
      if (isLong) out.push(mask.flush())
      from = at
    }
    out.push(mask.push(stream.subarray(from)), mask.finish())
    return Buffer.concat(out).toString('latin1')
  }
  const cuts = fc.array(fc.record({ at: fc.nat(300), isLong: fc.boolean() }), { maxLength: 12 })

  it('6.2 lets no secret out in any encoding, however the stream is cut and whatever the pauses', () => {
    fc.assert(
      fc.property(secretText, fc.constantFrom(...encodings), cuts, (secret, encode, cutAt) => {
        const encoded = encode(secret)
        const stream = Buffer.from(`before ; ${encoded} ; after\n`)
        const out = masked(stream, [secret], cutAt)
        expect(out.length).toBe(stream.length)
        expect(out.startsWith('before ; ')).toBe(true)
        expect(out.endsWith(' ; after\n')).toBe(true)
        // What the pauses let out are the first three characters, in the longest of these encodings 36 bytes.
        const middle = out.slice('before ; '.length, -' ; after\n'.length)
        // Of a backslash at its end, the escapes behind it may be left: they say nothing.
        const formatted = middle.replace(/\*+\\*$/, '')
        const beginning = Buffer.from(encode(Array.from(secret).slice(0, 4).join(''))).toString('latin1')
        expect(
          beginning.startsWith(formatted) && formatted.length < beginning.length,
          `${encoded} came as ${middle}`,
        ).toBe(true)
      }),
      propertyRuns(3_000),
    )
  })

  it('6.2 lets harmless text out whole, however the stream is cut and whatever the pauses', () => {
    const word = fc.constantFrom(
      'hunter',
      'hunter2',
      '\\',
      '%',
      '%4',
      '&',
      '&amp;',
      '\\u00',
      '50%',
      'a+b',
      '\u001b[1m',
      ' ',
      'é',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), cuts, (message, cutAt) => {
        const stream = Buffer.from(`${message.join('')}\n`)
        expect(masked(stream, ['hunter2hunter3!-and-more', 'a b"c%d\\e&f'], cutAt)).toBe(
          stream.toString('latin1'),
        )
      }),
      propertyRuns(2_000),
    )
  })

  it('5.6 masks what was most of a secret though another byte follows, and leaves shorter beginnings alone', () => {
    const secret = 'kD8-sV2_qXw7Lm4TzR9bYc1E'
    const formatted = (text: string) => masked(Buffer.from(text), [secret], [])
    expect(formatted(`cut: ${secret.slice(0, 23)}?\n`)).toBe(`cut: ${'*'.repeat(23)}?\n`)
    expect(formatted(`cut: ${secret.slice(0, 16)} and more\n`)).toBe(`cut: ${'*'.repeat(16)} and more\n`)
    expect(formatted(`cut: ${secret.slice(0, 15)} and more\n`)).toBe(`cut: ${secret.slice(0, 15)} and more\n`)
    // Of a short one, eight characters at least.
    expect(masked(Buffer.from('correct!\ncorrect h\n'), ['correct ho'], [])).toBe('correct!\n*********\n')
    const piecemeal = createSecretMask([secret])
    const out = Array.from(`${secret.slice(0, 23)}?`, byte => piecemeal.push(Buffer.from(byte)))
    expect(Buffer.concat(out).toString()).toBe(`${'*'.repeat(23)}?`)
  })

  it('5.6 masks a secret in Base64, wherever in the text it begins', () => {
    const secret = 'kD8-sV2_qXw7Lm4TzR9bYc1E'
    for (const encoding of ['base64', 'base64url'] as const) {
      for (const before of ['', 'u', 'us', 'use', 'user:']) {
        const text = Buffer.from(`${before}${secret}:more`).toString(encoding)
        const out = masked(Buffer.from(`header ${text}\n`), [secret], [])
        expect(out).toMatch(/\*{30,}/)
        const rest = Buffer.from(out.slice('header '.length).replaceAll('*', 'A'), encoding).toString(
          'latin1',
        )
        expect(rest).not.toContain(secret.slice(1, 5))
        expect(rest).not.toContain(secret.slice(-5, -1))
      }
    }
    const harmless = Buffer.from('an ordinary text without anything').toString('base64')
    expect(masked(Buffer.from(`${harmless}\n`), [secret], [])).toBe(`${harmless}\n`)
  })

  it('leaves a stream without secrets alone', () => {
    const mask = createSecretMask([''])
    expect(mask.push(Buffer.from('abc')).toString()).toBe('abc')
    expect(mask.heldBytes).toBe(0)
  })
})
