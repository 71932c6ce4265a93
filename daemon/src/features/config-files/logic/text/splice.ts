// Replaces pieces of a text and leaves every other character where it was.

export interface Splice {
  start: number
  end: number
  text: string
}

/** The pieces do not overlap. Of several at one place, the earlier in the list comes first. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = ''
  let retained = 0
  for (const { start, end, text: replacement } of splices.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(retained, start) + replacement
    retained = end
  }
  return result + text.slice(retained)
}

export function insert(at: number, text: string): Splice {
  return { start: at, end: at, text }
}
