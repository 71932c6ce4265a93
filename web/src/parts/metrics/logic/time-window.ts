// Which stretch of time the charts of a page show: the last minutes, all that is kept, or what a person has zoomed into.

export const timeSpans = ['five', 'thirty', 'all'] as const
export type TimeSpan = (typeof timeSpans)[number]

export interface TimeWindow {
  fromSeconds: number
  toSeconds: number
}

const spanSeconds: Record<Exclude<TimeSpan, 'all'>, number> = { five: 300, thirty: 1800 }
/** So that the first points do not fill the chart. */
const shortestSpanSeconds = 120
/** Three looks of a node: closer than that there is nothing more to see. */
export const closestZoomSeconds = 15

/** Ends with the newest moment, so that it moves on by itself. */
export function liveWindow(span: TimeSpan, moments: readonly number[], nowSeconds: number): TimeWindow {
  const toSeconds = moments.at(-1) ?? nowSeconds
  if (span !== 'all') return { fromSeconds: toSeconds - spanSeconds[span], toSeconds }
  return { fromSeconds: Math.min(moments[0] ?? toSeconds, toSeconds - shortestSpanSeconds), toSeconds }
}

/** Never closer than the looks of a node, and around the middle of what was asked for. */
export function zoomTo(one: number, other: number): TimeWindow {
  const middle = (one + other) / 2
  const half = Math.max(Math.abs(one - other), closestZoomSeconds) / 2
  return { fromSeconds: middle - half, toSeconds: middle + half }
}

/**
 * Closer or further, with the moment `at` staying where it is on the screen. Null when nothing is left to zoom out of:
 * the charts go on with what is live.
 */
export function zoomBy(
  visible: TimeWindow,
  factor: number,
  at: number,
  widest: TimeWindow,
): TimeWindow | null {
  const span = visible.toSeconds - visible.fromSeconds
  const wanted = Math.max(closestZoomSeconds, span * factor)
  if (wanted >= widest.toSeconds - widest.fromSeconds) return null
  const share = span === 0 ? 0.5 : (at - visible.fromSeconds) / span
  const earliest = at - share * wanted
  const fromSeconds = Math.max(widest.fromSeconds, Math.min(earliest, widest.toSeconds - wanted))
  return { fromSeconds, toSeconds: fromSeconds + wanted }
}

export const isInside = ({ fromSeconds, toSeconds }: TimeWindow, at: number): boolean =>
  at >= fromSeconds && at <= toSeconds
