// The difference of two texts, line by line, with a little of what is the same around it.

export interface DifferenceLine {
  kind: 'same' | 'mine' | 'theirs'
  text: string
}

export type DifferencePart = DifferenceLine | { kind: 'skipped'; count: number }

/** How many lines two texts share at their begin and, of the rest, at their end. */
export function sharedLines(
  one: readonly string[],
  other: readonly string[],
): { begin: number; end: number } {
  const shorter = Math.min(one.length, other.length)
  let begin = 0
  while (begin < shorter && one[begin] === other[begin]) begin++
  let end = 0
  while (end < shorter - begin && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  return { begin, end }
}

/** Beyond so many edits the search for the shortest way costs more than it tells. */
const mostEdits = 600

/** Theirs stands first where both differ. */
export function differenceOf(theirs: string, mine: string): DifferenceLine[] {
  const [old, now] = [theirs.split('\n'), mine.split('\n')]
  const { begin, end } = sharedLines(old, now)
  const same = (lines: string[]): DifferenceLine[] => lines.map(text => ({ kind: 'same', text }))
  return [
    ...same(old.slice(0, begin)),
    ...between(old.slice(begin, old.length - end), now.slice(begin, now.length - end)),
    ...same(end === 0 ? [] : old.slice(-end)),
  ]
}

function between(old: string[], now: string[]): DifferenceLine[] {
  const trace = shortestEdit(old, now)
  if (!trace) {
    return [
      ...old.map(text => ({ kind: 'theirs' as const, text })),
      ...now.map(text => ({ kind: 'mine' as const, text })),
    ]
  }
  return walkBack(old, now, trace)
}

/** Eugene Myers' greedy search: how far each diagonal reaches after each number of edits; null when it is too far. */
function shortestEdit(old: string[], now: string[]): Map<number, number>[] | null {
  const trace: Map<number, number>[] = []
  let reach = new Map([[1, 0]])
  for (let edits = 0; edits <= Math.min(mostEdits, old.length + now.length); edits++) {
    const next = new Map(reach)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isDown(reach, diagonal, edits) ? at(reach, diagonal + 1) : at(reach, diagonal - 1) + 1
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x++
      next.set(diagonal, x)
      if (x >= old.length && x - diagonal >= now.length) return [...trace, next]
    }
    reach = next
    trace.push(slice(next, edits))
  }
  return null
}

const at = (reach: Map<number, number>, diagonal: number) => reach.get(diagonal) ?? -1

const isDown = (reach: Map<number, number>, diagonal: number, edits: number) =>
  diagonal === -edits || (diagonal !== edits && at(reach, diagonal - 1) < at(reach, diagonal + 1))

/** Only what this number of edits can have reached is looked at again. */
const slice = (reach: Map<number, number>, edits: number) =>
  new Map([...reach].filter(([diagonal]) => Math.abs(diagonal) <= edits))

function walkBack(old: string[], now: string[], trace: Map<number, number>[]): DifferenceLine[] {
  const lines: DifferenceLine[] = []
  let [x, y] = [old.length, now.length]
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const before = trace[edits - 1] ?? new Map([[1, 0]])
    const diagonal = x - y
    const from = isDown(before, diagonal, edits) ? diagonal + 1 : diagonal - 1
    const [beforeX, beforeY] = edits === 0 ? [0, 0] : [at(before, from), at(before, from) - from]
    while (x > beforeX && y > beforeY) {
      lines.push({ kind: 'same', text: old[x - 1] ?? '' })
      x--
      y--
    }
    if (edits === 0) break
    if (x === beforeX) lines.push({ kind: 'mine', text: now[y - 1] ?? '' })
    else lines.push({ kind: 'theirs', text: old[x - 1] ?? '' })
    x = beforeX
    y = beforeY
  }
  return lines.reverse()
}

/** Long stretches that are the same are cut down to `around` lines beside each difference. */
export function withoutMiddles(lines: readonly DifferenceLine[], around = 3): DifferencePart[] {
  const isNear = new Array<boolean>(lines.length).fill(false)
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'same') continue
    isNear.fill(true, Math.max(0, index - around), Math.min(lines.length, index + around + 1))
  }
  // One line is shown rather than counted.
  for (let index = 1; index < lines.length - 1; index++) {
    if (isNear[index - 1] && isNear[index + 1]) isNear[index] = true
  }
  const parts: DifferencePart[] = []
  for (const [index, line] of lines.entries()) {
    const last = parts.at(-1)
    if (isNear[index]) parts.push(line)
    else if (last?.kind === 'skipped') last.count++
    else parts.push({ kind: 'skipped', count: 1 })
  }
  return parts
}
