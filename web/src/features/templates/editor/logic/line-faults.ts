// Faults of a template's text with the line that each is about: found while typing, or told by the panel.

import { type LocatedProblem, readTemplate } from '@rookery/contracts/template/read-template.ts'

export interface LineFault {
  /** Counted from 1; null where the fault is about the whole. */
  line: number | null
  message: string
  /** What is underlined; left out: the whole line. */
  range?: [from: number, to: number]
}

/** Which text was checked, so that nobody is told about another one. */
export interface CheckedText {
  text: string
  faults: LineFault[]
}

/** A larger text is checked when it is saved: nobody waits for each letter. */
export const checkedWhileTypingLength = 200_000

const faultOf = ({ line, place, message, range }: LocatedProblem): LineFault => ({
  line,
  message: `${place}: ${message}`,
  ...(range && { range }),
})

/** The same rules as in the panel. */
export function checkText(text: string): LineFault[] {
  if (text.length > checkedWhileTypingLength) return []
  const read = readTemplate(text)
  return 'problems' in read ? read.problems.map(faultOf) : []
}

/** As the panel tells them: `line 12, ports.game: …`. */
export function lineFaults(faults: readonly string[]): LineFault[] {
  return faults.map(fault => {
    const found = /^line (\d+)[,:]\s*(.*)$/s.exec(fault)
    return found ? { line: Number(found[1]), message: found[2] ?? '' } : { line: null, message: fault }
  })
}

/** A slug that is taken is refused without a line: it stands where the slug is written. */
export function slugFault(text: string, message: string): LineFault | null {
  const at = text.split('\n').findIndex(line => /^["'\s{]*slug["']?\s*:/.test(line))
  return /^the slug \S+ belongs to/.test(message) && at >= 0 ? { line: at + 1, message } : null
}

/** What is underlined of a fault in a text of this many characters: never nothing, never beyond the end. */
export function faultRange({ line, range }: LineFault, text: string): [from: number, to: number] {
  const [from, to] = range ?? (line === null ? [0, 0] : lineSpan(text, line))
  const begin = Math.min(Math.max(0, from), text.length)
  return [begin, Math.min(Math.max(begin, to), text.length)]
}

/** Where a line begins and ends. */
export function lineSpan(text: string, line: number): [start: number, end: number] {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  return [start, start + (lines[line - 1]?.length ?? 0)]
}

/** A copy needs a slug of its own. */
export const asCopy = (text: string): string => text.replace(/^(slug:\s*)(['"]?)([a-z0-9-]+)\2/m, '$1$3-copy')
