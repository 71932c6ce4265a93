// By what the list of game servers can be sorted, and how its address says so.

export const sortKeys = ['name', 'game', 'state', 'since', 'players', 'cpu', 'memory', 'node'] as const
export type SortKey = (typeof sortKeys)[number]

/** Figures that change by themselves: the most comes first unless turned around, and what is unknown last either way. */
export const figureKeys = ['players', 'cpu', 'memory'] as const
export type FigureKey = (typeof figureKeys)[number]

export const isFigure = (sort: SortKey): sort is FigureKey => figureKeys.some(key => key === sort)

export interface ListSort {
  sort: SortKey
  isDescending: boolean
}

/** Which order an address asks for; what it does not know is left out. */
export function readSort(search: Record<string, unknown>): { sort?: SortKey; desc?: boolean } {
  const sort = sortKeys.find(key => key === search.sort)
  return sort ? { sort, ...(search.desc === true && { desc: true }) } : {}
}

/** The order after somebody has chosen a heading: turned around if it was the same one; of figures the most first. */
export const sortAfter = ({ sort, isDescending }: ListSort, chosen: SortKey): ListSort =>
  sort === chosen ? { sort, isDescending: !isDescending } : { sort: chosen, isDescending: isFigure(chosen) }
