// Which stretch of time the charts of a page show: the last minutes live, longer ones as stored, or what is zoomed into.

export interface TimeSpan {
  name: '5m' | '10m' | '30m' | '1h' | '6h' | '24h' | '7d' | '30d'
  seconds: number
  /** Live from memory, or what the node has stored in steps of so many seconds. */
  step: 'live' | 60 | 600 | 3600
}

export interface TimeWindow {
  fromSeconds: number
  toSeconds: number
}

const [minute, hour, day] = [60, 3_600, 86_400]

const liveSpans: readonly TimeSpan[] = [
  { name: '5m', seconds: 5 * minute, step: 'live' },
  { name: '10m', seconds: 10 * minute, step: 'live' },
]
/** A node may be told to remember up to an hour, without storing anything. */
const longLiveSpans: readonly TimeSpan[] = [
  { name: '30m', seconds: 30 * minute, step: 'live' },
  { name: '1h', seconds: hour, step: 'live' },
]
const storedSpans: readonly TimeSpan[] = [
  { name: '1h', seconds: hour, step: 60 },
  { name: '6h', seconds: 6 * hour, step: 60 },
  { name: '24h', seconds: day, step: 60 },
  { name: '7d', seconds: 7 * day, step: 600 },
  { name: '30d', seconds: 30 * day, step: 3600 },
]

interface Known {
  /** How far back the live values go, in seconds. */
  liveSeconds: number
  /** How far back stored values go; null: the node stores none. */
  storedSeconds: number | null
}

/** Only what exists: a longer one is offered when there is something that the next shorter one does not show. */
export function spansFor({ liveSeconds, storedSeconds }: Known): readonly TimeSpan[] {
  const isFirst = (span: TimeSpan, spans: readonly TimeSpan[]) => span === spans[0]
  if (storedSeconds !== null) {
    const stored = storedSpans.filter(
      (span, index) => isFirst(span, storedSpans) || storedSeconds > (storedSpans[index - 1]?.seconds ?? 0),
    )
    return [...liveSpans, ...stored]
  }
  const long = longLiveSpans.filter(
    (_, index) => liveSeconds > (longLiveSpans[index - 1]?.seconds ?? 10 * minute) + minute,
  )
  return [...liveSpans, ...long]
}

/** What a page begins with: the last minutes of what runs, the last day of what does not. */
export function firstSpan(spans: readonly TimeSpan[], isResting: boolean): TimeSpan | undefined {
  const day = spans.findLast(({ name }) => name === '24h' || name === '6h' || name === '1h')
  return (isResting ? day : undefined) ?? spans.find(({ name }) => name === '10m')
}

/** Three looks of a node: closer than that there is nothing more to see. */
export const closestZoomSeconds = 15

/** Ends with the newest moment, so that it moves on by itself. */
export function liveWindow(
  span: Pick<TimeSpan, 'seconds'>,
  moments: readonly number[],
  nowSeconds: number,
): TimeWindow {
  const toSeconds = moments.at(-1) ?? nowSeconds
  return { fromSeconds: toSeconds - span.seconds, toSeconds }
}

/** Never closer than the looks of a node, and around the middle of what was asked for. */
export function zoomTo(one: number, other: number): TimeWindow {
  const middle = (one + other) / 2
  const half = Math.max(Math.abs(one - other), closestZoomSeconds) / 2
  return { fromSeconds: middle - half, toSeconds: middle + half }
}

/**
 * Closer or further, with the moment `at` staying where it is on the screen. Null when nothing is left to zoom out of:
 * the charts go on with the whole span.
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
