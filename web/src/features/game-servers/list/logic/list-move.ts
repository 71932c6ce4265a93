// Where the keys move to in a list.

const steps = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
} as const

export type MoveKey = keyof typeof steps
export const isMoveKey = (key: string): key is MoveKey => key in steps

/** The row that a key leads to; the first move of all leads to the first or the last row. */
export function rowAfterMove(order: readonly number[], activeId: number | null, key: MoveKey): number | null {
  if (order.length === 0) return null
  const at = activeId === null ? -1 : order.indexOf(activeId)
  const last = order.length - 1
  if (at === -1) return order[key === 'End' || key === 'ArrowUp' ? last : 0] ?? null
  return order[Math.min(last, Math.max(0, at + steps[key]))] ?? null
}
