// Breaks the lines of a narrow console between words: what does not fit goes on in the next row, a little further in.

/** Where the next sign goes; null: not known before the next line, for something moved it or is twice as wide. */
export type Column = number | null

const indent = '  '
const esc = '\u001b'
const sequence = /\[[0-?]*[ -/]*[@-~]/y
const spaces = / +/y
const word = /[^\s\p{Cc}]+/uy

function at(pattern: RegExp, text: string, place: number): string | undefined {
  pattern.lastIndex = place
  return pattern.exec(text)?.[0]
}

/** What begins there: a sequence for the terminal, a word, the room between two, or a sign of its own. */
function pieceAt(text: string, place: number): string {
  const first = text.charAt(place)
  if (first !== esc) return at(spaces, text, place) ?? at(word, text, place) ?? first
  const known = at(sequence, text, place + 1)
  if (known !== undefined) return esc + known
  const end = text.startsWith(']', place + 1) ? text.indexOf('\u0007', place) : place + 1
  return end === -1 ? text.slice(place) : text.slice(place, end + 1)
}

const isColor = (piece: string): boolean => piece.startsWith(`${esc}[`) && /^[\d;:]*m$/.test(piece.slice(2))

/** Each of these takes one column in every font for terminals. */
const narrow = /^[!-~\u00a1-\u024f\u0370-\u058f\u2010-\u2027]+$/

/**
 * The terminal breaks a row by itself where it is full: before a word that would not fit, the row is filled with spaces.
 * What is longer than a row is left to the terminal.
 */
export function wrapWords(text: string, columns: number, begin: Column): { text: string; column: Column } {
  let column = begin
  let wrapped = ''
  let place = 0
  while (place < text.length) {
    const piece = pieceAt(text, place)
    place += piece.length
    if (piece === '\n' || piece === '\r') column = 0
    else if (column !== null && piece.startsWith(esc)) column = isColor(piece) ? column : null
    else if (column !== null && piece.startsWith(' ')) {
      const kept = Math.min(piece.length, columns - column)
      column += kept
      wrapped += piece.slice(0, kept)
      continue
    } else if (column !== null && !narrow.test(piece)) column = null
    else if (column !== null) {
      const isBroken =
        column > 0 && column + piece.length > columns && piece.length + indent.length <= columns
      if (isBroken) {
        wrapped += ' '.repeat(columns - column) + indent
        column = indent.length
      }
      column = columnAfter(column + piece.length, columns)
    }
    wrapped += piece
  }
  return { text: wrapped, column }
}

/** A full row is left only with the next sign. */
const columnAfter = (total: number, columns: number): number =>
  total === 0 ? 0 : ((total - 1) % columns) + 1

/** What a row says after the row that it goes on from: between words the room that was filled is one space again. */
export const continued = (row: string, isBeforeFull: boolean): string =>
  isBeforeFull ? row : ` ${row.trimStart()}`
