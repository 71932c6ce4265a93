// Edits a file line by line: a line that begins with the key is replaced as a whole, by one line or by several.

import type { ConfigFileValue } from '@rookery/contracts/template/config-files.ts'
import type { Editor } from '../editor.ts'
import { wantedValue } from '../only-if.ts'
import { applySplices, type Splice } from '../text/splice.ts'
import {
  fitsOnLine,
  type Line,
  lineAtEnd,
  lineBreakOf,
  linesOf,
  unholdableMessage,
} from '../text/text-lines.ts'

export const editLines: Editor = (text, values, { addsLines = false } = {}) => {
  const warnings: string[] = []
  const lineBreak = lineBreakOf(text)
  const usable = values.flatMap(value => {
    const lines = value.has_own_line_breaks ? value.value.split(/\r\n|[\r\n]/) : [value.value]
    if (lines.every(fitsOnLine)) return [{ ...value, value: lines.join(lineBreak) }]
    warnings.push(`${JSON.stringify(value.key)}: ${unholdableMessage}`)
    return []
  })
  // The longest beginning wins: `server_name` is not taken for `server`.
  const byLength = usable.toSorted((a, b) => b.key.length - a.key.length)
  const results = new Set(usable.map(({ value }) => value))
  const splices: Splice[] = []
  const lines = linesOf(text)
  for (let index = 0; index < lines.length; index += 1) {
    const { start, end } = lines[index] as Line
    const line = text.slice(start, end)
    if (results.has(line)) continue
    const wanted = wantedLine(line, byLength)
    if ('problem' in wanted) warnings.push(wanted.problem)
    else if (wanted.text !== null) {
      const [, ...below] = wanted.text.split(lineBreak)
      index += countWritten(text, lines.slice(index + 1, index + 1 + below.length), below)
      const last = (lines[index] as Line).end
      if (text.slice(start, last) !== wanted.text) splices.push({ start, end: last, text: wanted.text })
    }
  }
  const replaced = applySplices(text, splices)
  return {
    text: addsLines && text !== '' ? addMissing(replaced, usable) : replaced,
    warnings: [...new Set(warnings)],
  }
}

/** How many of the next lines an earlier start has written: they are as wanted, or hold the same setting. */
function countWritten(text: string, next: readonly Line[], wanted: readonly string[]): number {
  const isOther = next.findIndex(({ start, end }, index) => {
    const line = text.slice(start, end)
    const own = wanted[index] ?? ''
    return line !== own && settingOf(line) !== settingOf(own)
  })
  return isOther === -1 ? next.length : isOther
}

/** What stands before the value, `name=` or `set name `; a line without one is a setting of its own. */
function settingOf(line: string): string {
  return (
    /^\s*(?:[\w.$-]+\s*[=:]|(?:sets?a?|export|local)\s+[\w.$-]+)/.exec(line)?.[0].replaceAll(/\s+/g, ' ') ??
    line
  )
}

/**
 * Only what is found again at the next start: otherwise it would be added each time. What is indented belongs into a
 * structure that is not known here, and so does whatever would be the first line of all.
 */
function addMissing(text: string, values: readonly ConfigFileValue[]): string {
  return values.reduce((current, { key, value, only_if }) => {
    const isThere = linesOf(current).some(({ start }) => current.startsWith(key, start))
    const canStandAlone = value.startsWith(key) && /^\S/.test(key) && only_if === undefined
    if (isThere || !canStandAlone) return current
    return applySplices(current, [lineAtEnd(current, value)])
  }, text)
}

function wantedLine(line: string, byLength: readonly ConfigFileValue[]) {
  for (const value of byLength) {
    if (!line.startsWith(value.key)) continue
    const wanted = wantedValue(value, line)
    if ('problem' in wanted) return { problem: `${JSON.stringify(value.key)}: ${wanted.problem}` }
    if (wanted.text !== null) return wanted
  }
  return { text: null }
}
