// Two commits beside each other: the same rows, measured in turns, and which of them are slower now.

import { type Row, ratioOf } from './row.ts'
import { aligned, words } from './table.ts'

/** What one turn gave, on this side and on the other one. */
export interface Turn {
  here: readonly Row[]
  there: readonly Row[]
}

export interface Compared {
  work: string
  here: Row
  there: Row
  /** Above 1: better here, whether more or less of it is wanted. */
  byFigure: number
  /** The same of the ratios to the baselines, which a busy machine changes less; null without baselines. */
  byRatio: number | null
}

/** What differs by less may be the machine. */
const noise = 0.1

/** Of the rows that both sides have: the turn with the median quotient, each side's figures as they were in it. */
export function compareTurns(turns: readonly Turn[]): Compared[] {
  const works = new Set(turns.flatMap(({ here }) => here.map(({ work }) => work)))
  return [...works].flatMap(work => {
    const pairs = turns.flatMap(turn => {
      const [here, there] = [turn.here, turn.there].map(rows => rows.find(row => row.work === work))
      return here && there ? [compareRows(here, there)] : []
    })
    const ordered = pairs.toSorted((a, b) => judged(a) - judged(b))
    return ordered.slice(Math.floor(ordered.length / 2), Math.floor(ordered.length / 2) + 1)
  })
}

/** The rows that only one side has measured. */
export function unpaired(turns: readonly Turn[]): { here: string[]; there: string[] } {
  const worksOf = (side: keyof Turn) => new Set(turns.flatMap(turn => turn[side].map(({ work }) => work)))
  const [here, there] = [worksOf('here'), worksOf('there')]
  const without = (works: Set<string>, others: Set<string>) => [...works].filter(work => !others.has(work))
  return { here: without(here, there), there: without(there, here) }
}

/** Slower by its figure, and beside its baseline too where there is one. */
export function isSlower({ byFigure, byRatio }: Compared): boolean {
  const isWorse = (quotient: number) => !(quotient > 1 - noise)
  return isWorse(byFigure) && isWorse(byRatio ?? byFigure)
}

export function comparisonLines(compared: readonly Compared[]): string[] {
  const head = ['work', 'there', 'here', 'better by', 'by ratios', '']
  const lines = compared.map(one => [
    one.work,
    words(one.there.figure, one.there.unit),
    words(one.here.figure, one.here.unit),
    one.byFigure.toFixed(2),
    one.byRatio?.toFixed(2) ?? '',
    isSlower(one) ? 'slower' : '',
  ])
  return aligned([head, ...lines])
}

function compareRows(here: Row, there: Row): Compared {
  const better = (now: number, before: number) => (isMoreBetter(here) ? now / before : before / now)
  const hasBaselines = here.baseline !== undefined && there.baseline !== undefined
  return {
    work: here.work,
    here,
    there,
    byFigure: better(here.figure, there.figure),
    byRatio: hasBaselines ? better(ratioOf(here), ratioOf(there)) : null,
  }
}

const judged = ({ byFigure, byRatio }: Compared) => byRatio ?? byFigure

/** Times, sizes and shares of a processor should be small. */
function isMoreBetter({ unit, aim }: Row): boolean {
  return aim ? aim.bound === '>=' : unit.endsWith('/s')
}
