// Times in words: how long ago, how long until, how long for.

import { onePerLanguage } from '../../texts/logic/formatters.ts'

const steps = [
  { unit: 'second', ms: 1000, below: 60 },
  { unit: 'minute', ms: 60_000, below: 60 },
  { unit: 'hour', ms: 3_600_000, below: 24 },
  { unit: 'day', ms: 86_400_000, below: Number.POSITIVE_INFINITY },
] as const

type Unit = (typeof steps)[number]['unit']

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
function asText(amount: number, unit: Unit, sign: 1 | -1, language: string): string {
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

/** Under a day a time is told as a distance, after that as a date. */
export const isWithinADay = (thenMs: number, nowMs: number): boolean => Math.abs(nowMs - thenMs) < 86_400_000

/** "Now", "In 3 minutes": as it reads where no sentence is around it. */
export const asValue = (text: string, language: string): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

/** Days are written out: their abbreviations are unknown or ugly in most languages. */
const spansOf = (unit: Unit) =>
  onePerLanguage(
    language =>
      new Intl.NumberFormat(language, {
        style: 'unit',
        unit,
        unitDisplay: unit === 'day' ? 'long' : 'short',
      }),
  )
const spans = {
  second: spansOf('second'),
  minute: spansOf('minute'),
  hour: spansOf('hour'),
  day: spansOf('day'),
}

/** Where the usual abbreviations are long or differ by region ("secs", "Std."): the symbols that everyone knows. */
const symbols = { second: 's', minute: 'min', hour: 'h' } as const
const hasSymbols = (language: string) => language === 'en' || language === 'de'

/** "14 s", "31 min", "23 h", "3 days". */
export function spanOf(amount: number, unit: Unit, language: string): string {
  const format = spans[unit](language)
  if (unit === 'day' || !hasSymbols(language)) return format.format(amount)
  return format
    .formatToParts(amount)
    .map(part => (part.type === 'unit' ? symbols[unit] : part.value))
    .join('')
}

/** "3 min": one unit, for tables and strips. */
export function shortSpan(spanMs: number, language: string): string {
  const { unit, amount } = largestUnit(Math.max(0, spanMs))
  return spanOf(amount, unit, language)
}

/** As it reads after "for" or "in": German bends its days ("seit 2 Tagen"). */
export const spanInSentence = (span: string, language: string): string =>
  language === 'de' ? span.replace(/Tage$/, 'Tagen') : span

/** "14:05", never below "0:00". */
export function minutesAndSeconds(spanMs: number): string {
  const seconds = Math.max(0, Math.ceil(spanMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const milliseconds = onePerLanguage(
  language => new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond', unitDisplay: 'short' }),
)

/** How long something quick took: "84 ms", "15 s". */
export const quickSpan = (spanMs: number, language: string): string =>
  spanMs < 1_000
    ? milliseconds(language).format(spanMs)
    : spanOf(Math.round(spanMs / 100) / 10, 'second', language)
