// Finds of a search, put together by file, and lines cut where the words stand in them.

import type { FileMatch } from '@rookery/contracts/http/files.ts'

export interface MatchGroup {
  path: string
  type: FileMatch['type']
  lines: { number: number; text: string }[]
}

export function groupMatches(matches: readonly FileMatch[]): MatchGroup[] {
  const groups = new Map<string, MatchGroup>()
  for (const { path, type, line } of matches) {
    const group = groups.get(path) ?? { path, type, lines: [] }
    groups.set(path, group)
    if (line && !group.lines.some(({ number }) => number === line.number)) group.lines.push(line)
  }
  for (const { lines } of groups.values()) lines.sort((one, other) => one.number - other.number)
  return [...groups.values()]
}

export interface LinePart {
  at: number
  text: string
  isHit: boolean
}

const mostVisible = 200
const beforeHit = 40

/** Without the blanks at its begin; a long one begins a little before the first hit. */
export function partsOfLine(line: string, searchText: string): LinePart[] {
  const trimmed = line.trim()
  // Some letters change their length with their case: then nothing is marked, rather than the wrong thing.
  const lower = trimmed.toLowerCase()
  const wanted = searchText.toLowerCase()
  const canMark = wanted !== '' && lower.length === trimmed.length
  const firstHit = canMark ? lower.indexOf(wanted) : -1
  const from = firstHit > mostVisible / 2 ? firstHit - beforeHit : 0
  const text = trimmed.slice(from, from + mostVisible)
  const parts: LinePart[] = []
  let at = 0
  while (canMark) {
    const hit = text.toLowerCase().indexOf(wanted, at)
    if (hit < 0) break
    if (hit > at) parts.push({ at, text: text.slice(at, hit), isHit: false })
    parts.push({ at: hit, text: text.slice(hit, hit + wanted.length), isHit: true })
    at = hit + wanted.length
  }
  if (at < text.length) parts.push({ at, text: text.slice(at), isHit: false })
  return parts
}
