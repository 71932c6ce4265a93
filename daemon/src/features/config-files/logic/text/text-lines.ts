// The lines of a text with their places, and how a line is added in the text's own style.

import { insert, type Splice } from './splice.ts'

export interface Line {
  start: number
  /** Before the line break. */
  end: number
  /** After the line break. */
  next: number
}

export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const next = found === -1 ? text.length : found + 1
    const end = found === -1 ? text.length : found - (found > start && text[found - 1] === '\r' ? 1 : 0)
    lines.push({ start, end, next })
    start = next
  }
  return lines
}

/** The line break of the first line; a text without one gets LF. */
export function lineBreakOf(text: string): string {
  const first = text.indexOf('\n')
  return first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n'
}

/** After the line that holds `offset`; where the last line has no line break, the new last line has none either. */
export function lineAfter(text: string, offset: number, line: string): Splice {
  const lineBreak = lineBreakOf(text)
  const found = text.indexOf('\n', offset)
  if (found !== -1) return insert(found + 1, line + lineBreak)
  return text === '' ? insert(0, line + lineBreak) : insert(text.length, lineBreak + line)
}

export function lineAtEnd(text: string, line: string): Splice {
  const lineBreak = lineBreakOf(text)
  const isClosed = text === '' || text.endsWith('\n')
  return insert(text.length, isClosed ? line + lineBreak : lineBreak + line)
}

/** Where the first thing of a file can go: below the comments that it opens with, when a blank line ends them. */
export function belowBanner(text: string, comment: RegExp): number {
  for (const { start, end, next } of linesOf(text)) {
    const line = text.slice(start, end).trim()
    if (line === '') return next
    if (!comment.test(line)) return 0
  }
  return 0
}

/** Characters that some reader takes for the end of a line, or that no text file should hold. */
const unholdable = /[^\t\P{Cc}]|[\u2028\u2029]/u

export const unholdableMessage =
  'the value holds a line break or control character, which this format cannot hold'

/** For formats that have no way to escape them. */
export function fitsOnLine(value: string): boolean {
  return !unholdable.test(value)
}
