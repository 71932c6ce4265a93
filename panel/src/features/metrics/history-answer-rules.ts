// Turns what a node has stored into the answer of the history route, and believes nothing that was not asked for.

import type { HistoryMark, HistoryPart } from '@rookery/contracts/daemon/generated/link.ts'
import type { MetricsHistory } from '@rookery/contracts/http/metrics.ts'
import {
  gameServerColumns,
  type HistoryColumn,
  historyMarksLimit,
  historyPointsLimit,
  type MarkKind,
  markKinds,
  nodeColumns,
} from '@rookery/contracts/metric-history.ts'
import { labelsOf, type WatchedThing } from './metric-sample-rules.ts'

export interface HistoryRequest {
  from: number
  to: number
  step: 60 | 600 | 3600
}

interface TimedMark {
  atMs: number
  kind: MarkKind
  detail: string | null
}

const textLimit = 300

/** What a node has sent, as far as it lies in what was asked for; each moment once, in order. */
export class HistoryReading {
  readonly #request: HistoryRequest
  readonly #rows = new Map<number, readonly number[]>()
  readonly #marks: TimedMark[] = []
  #oldest: number | null = null
  #problem: string | null = null

  constructor(request: HistoryRequest) {
    this.#request = request
  }

  /** False: the node sends more than it may (L24), and is not listened to any longer. */
  take({ points, marks, oldestSeconds, problem }: HistoryPart): boolean {
    const { from, to, step } = this.#request
    for (const { atSeconds, values } of points) {
      const isAsked = Number.isSafeInteger(atSeconds) && atSeconds > from - step && atSeconds < to
      if (isAsked) this.#rows.set(atSeconds, values)
    }
    this.#marks.push(...marks.flatMap(mark => markOf(mark, from, to)))
    if (oldestSeconds > 0 && oldestSeconds <= to) this.#oldest = oldestSeconds
    if (problem) this.#problem = problem.slice(0, textLimit)
    return this.#rows.size <= historyPointsLimit + 1 && this.#marks.length <= historyMarksLimit
  }

  /** `edits`: when settings of the game server were changed, which only the panel knows. */
  answer(thing: WatchedThing, edits: readonly number[]): MetricsHistory {
    const rows = [...this.#rows].sort(([one], [other]) => one - other)
    const columns: readonly HistoryColumn[] = thing.kind === 'game-server' ? gameServerColumns : nodeColumns
    const marks = [
      ...this.#marks,
      ...edits.map(atMs => ({ atMs, kind: 'edit' as const, detail: null })),
    ].sort((one, other) => one.atMs - other.atMs)
    return {
      step: this.#request.step,
      samples: samplesOf(thing, columns, rows),
      players: playersOf(columns, rows),
      marks: marks.map(({ atMs, kind, detail }) => ({ at: new Date(atMs).toISOString(), kind, detail })),
      oldest: this.#oldest,
      problem: this.#problem,
    }
  }
}

type Rows = readonly (readonly [atSeconds: number, values: readonly number[]])[]

function markOf({ atMs, kind, detail }: HistoryMark, from: number, to: number): TimedMark[] {
  const known = markKinds.find(each => each === kind)
  if (!known || atMs < from * 1000 || atMs >= to * 1000) return []
  return [{ atMs, kind: known, detail: detail.slice(0, textLimit) || null }]
}

const isKnown = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value)

function samplesOf(
  thing: WatchedThing,
  columns: readonly HistoryColumn[],
  rows: Rows,
): MetricsHistory['samples'] {
  const placeOf = (of: HistoryColumn['of'], figure: HistoryColumn['figure']) =>
    columns.findIndex(column => column.of === of && column.figure === figure)
  return columns.flatMap(({ of: name, figure }, column) => {
    if (name === 'players' || figure === 'least' || figure === 'most') return []
    const measured = rows.filter(([, values]) => isKnown(values[column]))
    if (measured.length === 0) return []
    const at = { least: placeOf(name, 'least'), most: placeOf(name, 'most') }
    const beside = (place: number) => measured.map(([, values]) => values[place] ?? values[column] ?? 0)
    return [
      {
        name,
        labels: labelsOf(thing),
        points: measured.map(([second, values]): [number, number] => [second, values[column] ?? 0]),
        ...(at.least >= 0 && { least: beside(at.least) }),
        ...(at.most >= 0 && { most: beside(at.most) }),
      },
    ]
  })
}

function playersOf(columns: readonly HistoryColumn[], rows: Rows): MetricsHistory['players'] {
  const average = columns.findIndex(({ of, figure }) => of === 'players' && figure === 'average')
  const most = columns.findIndex(({ of, figure }) => of === 'players' && figure === 'most')
  const counted = rows.filter(([, values]) => average >= 0 && isKnown(values[average]))
  return {
    points: counted.map(([second, values]): [number, number] => [second, values[average] ?? 0]),
    most: counted.map(([, values]) => values[most] ?? values[average] ?? 0),
  }
}
