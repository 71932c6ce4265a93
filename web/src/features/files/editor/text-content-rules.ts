// Bytes of a file as a text that can be edited, and back without changing anything else: mark and line endings stay.

import { sharedLines } from '../../../parts/code-editor/line-difference-rules.ts'

export interface TextContent {
  kind: 'text'
  /** With \n between lines. */
  text: string
  hasMark: boolean
  /** The ending of each line; the last one has none. */
  endings: readonly LineEnding[]
}

export type LineEnding = '\n' | '\r\n' | '\r'
export type EndingLabel = 'lf' | 'crlf' | 'cr' | 'mixed'
export type NotText = { kind: 'utf16' } | { kind: 'binary' } | { kind: 'notUtf8' }

const byteOrderMark = [0xef, 0xbb, 0xbf] as const
const beginsWith = (bytes: Uint8Array, ...begin: readonly number[]) =>
  begin.every((byte, index) => bytes[index] === byte)

const anyEnding = /\r\n|\n|\r/g

export function readText(bytes: Uint8Array): TextContent | NotText {
  if (beginsWith(bytes, 0xff, 0xfe) || beginsWith(bytes, 0xfe, 0xff)) return { kind: 'utf16' }
  if (bytes.includes(0)) return { kind: 'binary' }
  const hasMark = beginsWith(bytes, ...byteOrderMark)
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const whole = decoder.decode(hasMark ? bytes.subarray(byteOrderMark.length) : bytes)
    const endings = (whole.match(anyEnding) ?? []) as LineEnding[]
    return { kind: 'text', text: whole.replaceAll(anyEnding, '\n'), hasMark, endings }
  } catch {
    return { kind: 'notUtf8' }
  }
}

export function usualEnding(endings: readonly LineEnding[]): LineEnding {
  const count = (ending: LineEnding) => endings.filter(each => each === ending).length
  const ranked = (['\n', '\r\n', '\r'] as const).toSorted((one, other) => count(other) - count(one))
  return ranked[0] ?? '\n'
}

const endingLabels: Record<LineEnding, EndingLabel> = { '\n': 'lf', '\r\n': 'crlf', '\r': 'cr' }

export function endingLabel(endings: readonly LineEnding[]): EndingLabel {
  const different = new Set(endings)
  return different.size > 1 ? 'mixed' : endingLabels[usualEnding(endings)]
}

/** The endings of an edited text: lines that nobody touched keep theirs, new ones take the usual one. */
export function endingsAfterEdit(before: TextContent, text: string): LineEnding[] {
  const usual = usualEnding(before.endings)
  const [old, now] = [before.text.split('\n'), text.split('\n')]
  const { begin, end } = sharedLines(old, now)
  return Array.from({ length: now.length - 1 }, (_, line) => {
    if (line < begin) return before.endings[line] ?? usual
    const fromEnd = now.length - 1 - line
    return (fromEnd < end ? before.endings[old.length - 1 - fromEnd] : undefined) ?? usual
  })
}

export function writeText(before: TextContent, text: string): Uint8Array<ArrayBuffer> {
  const endings = endingsAfterEdit(before, text)
  const body = text
    .split('\n')
    .map((line, index) => line + (endings[index] ?? ''))
    .join('')
  return new TextEncoder().encode(before.hasMark ? `\ufeff${body}` : body)
}
