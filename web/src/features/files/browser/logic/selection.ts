// Which entries of a folder are chosen, where the keyboard stands, and where a range began.

export interface Selection {
  chosen: ReadonlySet<string>
  /** The row that the keyboard is on. */
  current: string | null
  /** Where a range with shift begins. */
  anchor: string | null
}

export const noSelection: Selection = { chosen: new Set(), current: null, anchor: null }

export const chooseOnly = (path: string): Selection => ({
  chosen: new Set([path]),
  current: path,
  anchor: path,
})

export function toggle(selection: Selection, path: string): Selection {
  const chosen = new Set(selection.chosen)
  if (!chosen.delete(path)) chosen.add(path)
  return { chosen, current: path, anchor: path }
}

/** From where the range began to the row, in the order that is shown. */
export function extendTo(selection: Selection, path: string, order: readonly string[]): Selection {
  const begin = order.indexOf(selection.anchor ?? path)
  const end = order.indexOf(path)
  if (begin < 0 || end < 0) return chooseOnly(path)
  const chosen = new Set(order.slice(Math.min(begin, end), Math.max(begin, end) + 1))
  return { chosen, current: path, anchor: order[begin] ?? path }
}

export const chooseAll = (selection: Selection, order: readonly string[]): Selection => ({
  ...selection,
  chosen: new Set(order),
})

export type Step = 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last'

const pageRows = 12
const steps: Record<Step, (at: number, last: number) => number> = {
  up: at => at - 1,
  down: at => at + 1,
  pageUp: at => at - pageRows,
  pageDown: at => at + pageRows,
  first: () => 0,
  last: (_, last) => last,
}

/** The row that the keyboard reaches; the first step enters the list at its begin. */
export function rowAfter(selection: Selection, step: Step, order: readonly string[]): string | null {
  const last = order.length - 1
  const at = selection.current === null ? -1 : order.indexOf(selection.current)
  if (at < 0) return (step === 'last' || step === 'up' ? order[last] : order[0]) ?? null
  return order[Math.min(last, Math.max(0, steps[step](at, last)))] ?? null
}

/** What is no longer shown is no longer chosen. */
export function onlyVisible(selection: Selection, order: readonly string[]): Selection {
  const visible = new Set(order)
  const chosen = new Set([...selection.chosen].filter(path => visible.has(path)))
  const retained = (path: string | null) => (path !== null && visible.has(path) ? path : null)
  return { chosen, current: retained(selection.current), anchor: retained(selection.anchor) }
}
