// Which rows are selected, and how clicks and keys change that.

export interface ListSelection {
  ids: ReadonlySet<number>
  /** Where a range begins. */
  anchorId: number | null
}

export const nothingSelected: ListSelection = { ids: new Set(), anchorId: null }

export function toggled({ ids }: ListSelection, id: number): ListSelection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchorId: id }
}

/** Adds everything from the anchor to the given row, in the order of the list. */
export function extended(selection: ListSelection, order: readonly number[], id: number): ListSelection {
  const to = order.indexOf(id)
  const from = selection.anchorId === null ? to : order.indexOf(selection.anchorId)
  if (to === -1) return selection
  if (from === -1) return toggled(selection, id)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchorId: selection.anchorId ?? id }
}

/** Everything in the list, or nothing if everything was selected already. */
export function allToggled(selection: ListSelection, order: readonly number[]): ListSelection {
  const isAll = order.length > 0 && order.every(id => selection.ids.has(id))
  return isAll ? nothingSelected : { ids: new Set(order), anchorId: selection.anchorId }
}

/** What the filter hides is never acted on. */
export const inSight = ({ ids }: ListSelection, order: readonly number[]): ReadonlySet<number> =>
  ids.size === 0 ? ids : new Set(order.filter(id => ids.has(id)))
