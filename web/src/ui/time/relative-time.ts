// Times in words: how long ago, how long until, how long for.

import { onePerLanguage } from '../../texts/logic/formatters.ts'

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

const always = onePerLanguage(language => new Intl.RelativeTimeFormat(language, { numeric: 'always' }))
const auto = onePerLanguage(language => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))

/** The first ten seconds are "now": seconds that count up are restless to look at. */
function asText(
  amount: number,
  unit: (typeof steps)[number]['unit'],
  sign: 1 | -1,
  language: string,
): string {
  const isNow = amount === 0 || (unit === 'second' && amount < 10)
  return isNow ? auto(language).format(0, unit) : always(language).format(sign * amount, unit)
}

/** "3 minutes ago"; a clock that runs ahead on the other side never makes it a time to come. */
export function timeAgo(thenMs: number, nowMs: number, language: string): string {
  const { unit, amount } = largestUnit(Math.max(0, nowMs - thenMs))
  return asText(amount, unit, -1, language)
}

/** "in 3 minutes"; what should have come is "now". */
export function timeUntil(thenMs: number, nowMs: number, language: string): string {
  const { unit, amount } = largestUnit(Math.max(0, thenMs - nowMs))
  return asText(amount, unit, 1, language)
}

/** "Now", "In 3 minutes": as it reads where no sentence is around it. */
export const asValue = (text: string, language: string): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

const spansOf = (unit: (typeof steps)[number]['unit']) =>
  onePerLanguage(language => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }))
const spans = {
  second: spansOf('second'),
  minute: spansOf('minute'),
  hour: spansOf('hour'),
  day: spansOf('day'),
}

/** "3 min": one unit, for tables and strips. */
export function shortSpan(spanMs: number, language: string): string {
  const { unit, amount } = largestUnit(Math.max(0, spanMs))
  return spans[unit](language).format(amount)
}

/** "14:05", never below "0:00". */
export function minutesAndSeconds(spanMs: number): string {
  const seconds = Math.max(0, Math.ceil(spanMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
