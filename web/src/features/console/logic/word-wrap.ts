// Breaks the lines of a narrow console between words: what does not fit goes on in the next row, a little further in.

/** Where the next sign goes; null: not known before the next line, for something moved it or is twice as wide. */
export type Column = number | null

const indent = '  '
const escapes = String.raw`\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007]*\u0007|[^[\]])`
const pieces = new RegExp(String.raw`${escapes}|[\r\n]| +|[^\u001b\r\n ]+|\u001b`, 'g')
const isColor = (piece: string): boolean => piece.startsWith('\u001b[') && /^[\d;:]*m$/.test(piece.slice(2))
/** Each of these takes one column in every font for terminals. */
const narrow = /^[!-~\u00a1-\u024f\u0370-\u058f\u2010-\u2027]+$/

/**
 * The terminal breaks a row by itself where it is full: before a word that would not fit, the row is filled with spaces.
 * What is longer than a row is left to the terminal.
 */
export function wrapWords(text: string, columns: number, begin: Column): { text: string; column: Column } {
  let column = begin
  let wrapped = ''
  for (const [piece] of text.matchAll(pieces)) {
    if (piece === '\n' || piece === '\r') column = 0
    else if (column !== null && piece.startsWith('\u001b')) column = isColor(piece) ? column : null
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
