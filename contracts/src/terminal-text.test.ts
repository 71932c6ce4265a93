import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { harmlessString, harmlessText } from './terminal-text.ts'

const esc = '\u001b'
const bel = '\u0007'
const clean = (text: string) => harmlessString(Buffer.from(text))

/** As a reader does: what was not taken is looked at again with what follows. */
function cleanInPieces(bytes: Buffer, cuts: number[]): string {
  const borders = [...new Set(cuts.map(cut => cut % (bytes.length + 1)))].toSorted((a, b) => a - b)
  const kept: Uint8Array[] = []
  let rest = Buffer.alloc(0)
  let isInString = false
  let from = 0
  for (const border of [...borders, bytes.length]) {
    rest = Buffer.concat([rest, bytes.subarray(from, border)])
    const got = harmlessText(rest, isInString)
    kept.push(got.bytes)
    rest = rest.subarray(got.takenBytes)
    isInString = got.isInString
    from = border
  }
  return Buffer.concat(kept).toString()
}

describe('T-080 text that is safe to show', () => {
  test.each([
    ['plain text, tabs and line ends stay', 'a\tb\r\nc ü €', 'a\tb\r\nc ü €'],
    ['colours stay', `${esc}[1;31mred${esc}[0m ${esc}[38:2::1:2:3mx${esc}[m`, null],
    ['title', `a${esc}]0;evil${bel}b`, 'ab'],
    ['clipboard', `a${esc}]52;c;ZXZpbA==${esc}\\b`, 'ab'],
    ['hyperlink', `${esc}]8;;http://evil${esc}\\here${esc}]8;;${esc}\\`, 'here'],
    ['cursor moves and erasing', `a${esc}[2J${esc}[10;10H${esc}[Kb`, 'ab'],
    ['modes, and what only looks like a colour', `${esc}[?1049h${esc}[>4;2m${esc}[1$m.`, '.'],
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
    const colours = new RegExp(`${esc}\\[[0-9:;]*m`, 'g')
    const isControl = (text: string) => /^\p{Cc}$/u.test(text) && !['\t', '\n', '\r'].includes(text)
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map(parts => Buffer.from(parts.join(''))),
          fc.uint8Array(),
        ),
        bytes => {
          const out = harmlessString(bytes)
          expect(Array.from(out.replaceAll(colours, '')).filter(isControl)).toEqual([])
          expect(clean(out)).toBe(out)
        },
      ),
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
