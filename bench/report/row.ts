// One row of the table: a piece of work, its figure, what that is compared with, and what was aimed at.

export type Unit =
  | '/s'
  | 'lines/s'
  | 'calls/s'
  | 'points/s'
  | 'MB/s'
  | 'MB'
  | 'KB'
  | 's'
  | 'ms'
  | '% of a core'
  /** Where the words of the row name it. */
  | ''

export interface Aim {
  of: 'ratio' | 'figure'
  bound: '>=' | '<='
  value: number
}

export interface Row {
  work: string
  figure: number
  unit: Unit
  /** What the baseline did in the same round, in the same unit. */
  baseline?: number
  aim?: Aim
}

export const ratioAtLeast = (value: number): Aim => ({ of: 'ratio', bound: '>=', value })
export const ratioAtMost = (value: number): Aim => ({ of: 'ratio', bound: '<=', value })
export const atLeast = (value: number): Aim => ({ of: 'figure', bound: '>=', value })
export const atMost = (value: number): Aim => ({ of: 'figure', bound: '<=', value })

export function ratioOf({ figure, baseline }: Row): number {
  return baseline === undefined ? Number.NaN : figure / baseline
}

/** What was not measured misses every aim. */
export function missesAim(row: Row): boolean {
  if (!row.aim) return false
  const { of, bound, value } = row.aim
  const reached = of === 'ratio' ? ratioOf(row) : row.figure
  return !(bound === '>=' ? reached >= value : reached <= value)
}
