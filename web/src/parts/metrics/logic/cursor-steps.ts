// Where the time cursor goes when a key is pressed.

import { isInside, type TimeWindow } from './time-window.ts'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }

/** The next moment for a key; undefined when the key means nothing here. Without a cursor it begins at the newest. */
export function cursorAfterKey(
  key: string,
  at: number | null,
  moments: readonly number[],
  window: TimeWindow,
): number | undefined {
  const visible = moments.filter(moment => isInside(window, moment))
  if (key === 'Home') return visible[0]
  if (key === 'End') return visible.at(-1)
  const step = steps[key]
  if (step === undefined) return undefined
  if (at === null) return visible.at(-1)
  const next = visible.findIndex(moment => moment >= at)
  const place = next === -1 ? visible.length - 1 : next
  return visible[Math.max(0, Math.min(visible.length - 1, place + step))]
}
