// Where marks stand in a chart: those that lie close together share a flag, which says the worst of them.

import type { MarkKind } from '@rookery/contracts/metric-history.ts'
import { isInside, type TimeWindow } from './time-window.ts'

export interface Mark {
  atSeconds: number
  kind: MarkKind
  /** Why it crashed. */
  detail: string | null
}

export interface MarkGroup {
  /** From 0 at the left edge to 1 at the right. */
  place: number
  /** Of the worst of them. */
  kind: MarkKind
  atSeconds: number
  /** The oldest first. */
  marks: readonly Mark[]
}

const worstFirst: readonly MarkKind[] = ['crash', 'stop', 'update', 'edit', 'start']
const rank = ({ kind }: Mark) => worstFirst.indexOf(kind)

/** A flag is about so wide, as a share of a narrow chart. */
const closestShare = 0.08

export const marksWithin = (marks: readonly Mark[], window: TimeWindow): Mark[] =>
  marks.filter(({ atSeconds }) => isInside(window, atSeconds))

export function groupMarks(marks: readonly Mark[], window: TimeWindow): MarkGroup[] {
  const span = window.toSeconds - window.fromSeconds
  const groups: Mark[][] = []
  const ordered = marksWithin(marks, window).sort((one, other) => one.atSeconds - other.atSeconds)
  for (const mark of ordered) {
    const group = groups.at(-1)
    // Measured from the first of them, so that a long row of marks does not become one.
    const isClose = group?.[0] && (mark.atSeconds - group[0].atSeconds) / span < closestShare
    if (isClose) group.push(mark)
    else groups.push([mark])
  }
  return groups.map(group => {
    const worst = group.reduce((one, other) => (rank(other) < rank(one) ? other : one))
    return {
      place: (worst.atSeconds - window.fromSeconds) / span,
      kind: worst.kind,
      atSeconds: worst.atSeconds,
      marks: group,
    }
  })
}
