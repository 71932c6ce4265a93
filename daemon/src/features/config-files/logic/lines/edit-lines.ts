// Edits a file line by line: a line that begins with the key is replaced as a whole.

import type { ConfigFileValue } from '@rookery/contracts/template/config-files.ts'
import type { Editor } from '../editor.ts'
import { wantedValue } from '../only-if.ts'
import { applySplices, type Splice } from '../text/splice.ts'
import { fitsOnLine, lineAtEnd, linesOf, unholdableWords } from '../text/text-lines.ts'

export const editLines: Editor = (text, values, { addsLines = false } = {}) => {
  const warnings: string[] = []
  const usable = values.filter(({ key, value }) => {
    if (!fitsOnLine(value)) warnings.push(`${JSON.stringify(key)}: ${unholdableWords}`)
    return fitsOnLine(value)
  })
  // The longest beginning wins: `server_name` is not taken for `server`.
  const byLength = usable.toSorted((a, b) => b.key.length - a.key.length)
  const results = new Set(usable.map(({ value }) => value))
  const splices: Splice[] = []
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end)
    if (results.has(line)) continue
    const wanted = wantedLine(line, byLength)
    if ('problem' in wanted) warnings.push(wanted.problem)
    else if (wanted.text !== null && wanted.text !== line) splices.push({ start, end, text: wanted.text })
  }
  const replaced = applySplices(text, splices)
  return {
    text: addsLines && text !== '' ? addMissing(replaced, usable) : replaced,
    warnings: [...new Set(warnings)],
  }
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
