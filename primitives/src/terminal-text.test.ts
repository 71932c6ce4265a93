import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { harmlessString, harmlessText, hasControls } from './terminal-text.ts'

const esc = '\u001b'
const bel = '\u0007'
const clean = (text: string) => harmlessString(Buffer.from(text))

/** As a reader does: what was not taken is looked at again with what follows. */
function cleanInPieces(bytes: Buffer, cuts: number[]): string {
  const borders = [...new Set(cuts.map(cut => cut % (bytes.length + 1)))].toSorted((a, b) => a - b)
  const retained: Uint8Array[] = []
  let rest = Buffer.alloc(0)
  let isInString = false
  let from = 0
  for (const border of [...borders, bytes.length]) {
    rest = Buffer.concat([rest, bytes.subarray(from, border)])
    const got = harmlessText(rest, isInString)
    retained.push(got.bytes)
    rest = rest.subarray(got.takenBytes)
    isInString = got.isInString
    from = border
  }
  return Buffer.concat(retained).toString()
}

describe('T-080 text that is safe to show', () => {
  test.each([
    ['plain text, tabs and line ends stay', 'a\tb\r\nc ü €', 'a\tb\r\nc ü €'],
    ['colors stay', `${esc}[1;31mred${esc}[0m ${esc}[38:2::1:2:3mx${esc}[m`, null],
    ['title', `a${esc}]0;evil${bel}b`, 'ab'],
    ['clipboard', `a${esc}]52;c;ZXZpbA==${esc}\\b`, 'ab'],
    ['hyperlink', `${esc}]8;;http://evil${esc}\\here${esc}]8;;${esc}\\`, 'here'],
    ['cursor moves and erasing', `a${esc}[2J${esc}[10;10H${esc}[Kb`, 'ab'],
    ['modes, and what only looks like a color', `${esc}[?1049h${esc}[>4;2m${esc}[1$m.`, '.'],
    [
      'device strings',
      `${esc}P1$r0m${esc}\\a${esc}_app${esc}\\b${esc}^pm${esc}\\c${esc}Xsos${esc}\\d`,
      'abcd',
    ],
    ['short ones', `${esc}c${esc}7${esc}(0${esc}#8x`, 'x'],
    ['bells and other control characters', `a${bel.repeat(5)}\b\0\u007f\u000eb`, 'ab'],
    ['control characters beyond ASCII', 'a\u009b31mb\u009d0;x\u009cc\u0085d', 'abcd'],
    ['letters that share their first byte', 'µ£ß°', 'µ£ß°'],
    ['a string that never ends hides its line only', `${esc}]52;c;x\nseen`, '\nseen'],
    ['a string that a new sequence ends', `${esc}]0;x${esc}[1mb`, `${esc}[1mb`],
    ['an endless list of numbers', `${esc}[${'1'.repeat(100)}mx`, `${'1'.repeat(36)}mx`],
    ['a sequence in a sequence', `${esc}${esc}]0;x${bel}a${esc}[1${esc}]0;y${bel}b`, 'ab'],
  ])('%s', (_, text, wanted) => {
    expect(clean(text)).toBe(wanted ?? text)
  })

  test('what is not UTF-8 becomes marks, and no single byte is a control character', () => {
    const bytes = Buffer.from([0x61, 0xff, 0x9b, 0x33, 0x6d, 0xc3, 0x28, 0xc2])
    expect(harmlessString(bytes)).toBe('a\ufffd\ufffd3m\ufffd(')
  })

  test.each([
    ['NUL', [0xc2, 0x00, 0x9b, 0x33, 0x31, 0x6d]],
    ['a sequence', [0xc2, 0x1b, 0x5b, 0x4b, 0x9b, 0x33, 0x31, 0x6d]],
    ['a string', [0xc2, 0x1b, 0x5d, 0x30, 0x07, 0x9b, 0x33, 0x31, 0x6d]],
    ['its like', [0xc2, 0xc2, 0x07, 0x9b, 0x33, 0x31, 0x6d]],
  ])('no control character comes together around what is dropped: %s', (_, bytes) => {
    expect(harmlessString(Uint8Array.from(bytes))).toBe('\ufffd31m')
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(cleanInPieces(Buffer.from(bytes), [cut])).toBe('\ufffd31m')
  })

  /** Bytes that matter to the rules, far more often than chance would bring them together. */
  const revealing = fc.array(
    fc.constantFrom(0x00, 0x07, 0x0a, 0x1b, 0x31, 0x5b, 0x5d, 0x6d, 0x80, 0x9b, 0x9c, 0xc2, 0xe2),
  )
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(esc, `${esc}[`, `${esc}]`, bel, '\u009b', '\u009d', '\n', 'm', ';', '\\', '1', 'x'),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 60 },
  )

  test('however it is cut, it is the same as the whole', () => {
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(), { maxLength: 12 }), (parts, cuts) => {
        const bytes = Buffer.from(parts.join(''))
        expect(cleanInPieces(bytes, cuts)).toBe(cleanInPieces(bytes, []))
      }),
    )
  })

  test('nothing that comes out can command a terminal, and looking again changes nothing', () => {
    const colors = new RegExp(`${esc}\\[[0-9:;]*m`, 'g')
    const isControl = (text: string) => /^\p{Cc}$/u.test(text) && !['\t', '\n', '\r'].includes(text)
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map(parts => Buffer.from(parts.join(''))),
          fc.uint8Array(),
          revealing.map(bytes => Uint8Array.from(bytes)),
        ),
        bytes => {
          const out = harmlessString(bytes)
          expect(Array.from(out.replaceAll(colors, '')).filter(isControl)).toEqual([])
          expect(clean(out)).toBe(out)
        },
      ),
    )
  })

  test('a control character is found wherever it lies in long text, and wherever that lies in memory', () => {
    const controls = Array.from({ length: 256 }, (_, byte) => byte).filter(
      byte => (byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte)) || byte === 0x7f,
    )
    const memory = Buffer.alloc(400)
    for (const byte of controls) {
      for (const offset of [0, 1, 2, 3]) {
        for (let at = 0; at < 132; at++) {
          const bytes = memory.subarray(offset, offset + 64 + (at % 70)).fill('text ü\r\n\t~')
          expect(hasControls(bytes)).toBe(false)
          if (at >= bytes.length) continue
          bytes[at] = byte
          expect(hasControls(bytes), `${byte} at ${at} of ${bytes.length}`).toBe(true)
        }
      }
    }
  })

  test('long text of any bytes is read as short text is', () => {
    const long = fc.array(fc.oneof(fc.uint8Array({ maxLength: 30 }), fc.constant(Buffer.alloc(90, 'a\r\n'))))
    fc.assert(
      fc.property(long, fc.nat(3), (parts, offset) => {
        const bytes = Buffer.concat([Buffer.alloc(offset), ...parts]).subarray(offset)
        const cuts = Array.from({ length: Math.ceil(bytes.length / 40) }, (_, index) => index * 40)
        expect(cleanInPieces(bytes, [])).toBe(cleanInPieces(bytes, cuts))
      }),
    )
  })

  test('what waits for its end is bounded', () => {
    fc.assert(
      fc.property(pieces, parts => {
        const bytes = Buffer.from(parts.join(''))
        const { takenBytes } = harmlessText(bytes, false)
        expect(bytes.length - takenBytes).toBeLessThanOrEqual(66)
      }),
    )
  })
})
