// Times in words: how long ago, how long for, and the full date for those who ask.

const steps = [
  { unit: 'second', ms: 1000, below: 60 },
  { unit: 'minute', ms: 60_000, below: 60 },
  { unit: 'hour', ms: 3_600_000, below: 24 },
  { unit: 'day', ms: 86_400_000, below: Number.POSITIVE_INFINITY },
] as const

function largestUnit(spanMs: number) {
  for (const { unit, ms, below } of steps) {
    const amount = Math.floor(spanMs / ms)
    if (amount < below) return { unit, amount }
  }
  return { unit: 'day' as const, amount: 0 }
}

/** "3 minutes ago"; a clock that runs ahead on the other side never makes it a time to come. */
export function timeAgo(thenMs: number, nowMs: number, language: string): string {
  const { unit, amount } = largestUnit(Math.max(0, nowMs - thenMs))
  // Seconds that count up are restless to look at: the first ten are "now".
  const calm = unit === 'second' && amount < 10 ? 0 : amount
  return new Intl.RelativeTimeFormat(language, { numeric: calm === 0 ? 'auto' : 'always' }).format(
    -calm,
    unit,
  )
}

/** "in 3 minutes"; what should have come is "now". */
export function timeUntil(thenMs: number, nowMs: number, language: string): string {
  const { unit, amount } = largestUnit(Math.max(0, thenMs - nowMs))
  const calm = unit === 'second' && amount < 10 ? 0 : amount
  return new Intl.RelativeTimeFormat(language, { numeric: calm === 0 ? 'auto' : 'always' }).format(calm, unit)
}

/** "3 min": one unit, for tables and strips. */
export function shortSpan(spanMs: number, language: string): string {
  const { unit, amount } = largestUnit(Math.max(0, spanMs))
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount)
}

export function fullDate(thenMs: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(thenMs)
}

export const plainDate = (thenMs: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(thenMs)

/** "14:05", never below "0:00". */
export function minutesAndSeconds(spanMs: number): string {
  const seconds = Math.max(0, Math.ceil(spanMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
