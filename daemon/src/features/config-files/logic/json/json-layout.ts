// How a JSON text is laid out: its indentation, and what follows an entry.

import { createScanner } from 'jsonc-parser'

/** White space at the beginning of the line that holds `offset`. */
export function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}

/** Of the first line that is indented; two blanks where there is none. */
export function indentStepOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
}

/** The library has these as a const enum, which cannot be imported. */
const tokens = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, space: 15 }

export interface Behind {
  hasComma: boolean
  /** After the comma and the comments on the same line. */
  lineEnd: number
  /** What comes next must go to a line of its own. */
  isLineComment: boolean
}

export function behindEntry(text: string, from: number): Behind {
  const scanner = createScanner(text)
  scanner.setPosition(from)
  const found: Behind = { hasComma: false, lineEnd: from, isLineComment: false }
  let isSameLine = true
  for (;;) {
    const token: number = scanner.scan()
    const end = scanner.getTokenOffset() + scanner.getTokenLength()
    if (token === tokens.lineBreak) isSameLine = false
    else if (token === tokens.comma) {
      isSameLine = true
      Object.assign(found, { hasComma: true, lineEnd: end, isLineComment: false })
    } else if (token === tokens.lineComment || token === tokens.blockComment) {
      if (isSameLine) Object.assign(found, { lineEnd: end, isLineComment: token === tokens.lineComment })
    } else if (token !== tokens.space) return found
  }
}
