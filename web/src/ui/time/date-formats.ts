// Dates and times of day: one format for each kind of place, in the person's language with the habits of the browser's region.

import { onePerLanguage } from '../../texts/logic/formatters.ts'

const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const formats = onePerLanguage(locale => new Intl.DateTimeFormat(locale, options))
  return (atMs: number, language: string): string => formats(language).format(atMs)
}

/** "06:00" where the day has 24 hours, "6:00 AM" where it has twice twelve. */
const formatWithClock = (options: Intl.DateTimeFormatOptions = {}) => {
  const formats = onePerLanguage(locale => {
    const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
    return new Intl.DateTimeFormat(locale, {
      ...options,
      hour: hour12 ? 'numeric' : '2-digit',
      minute: '2-digit',
    })
  })
  return (atMs: number, language: string): string => formats(language).format(atMs)
}

/** For those who ask: behind relative times, on printed sheets. */
export const fullDate = formatOf({ dateStyle: 'medium', timeStyle: 'medium' })

/** A day that matters, such as a deadline. */
export const plainDate = formatOf({ dateStyle: 'long' })

const dateThisYear = formatOf({ day: 'numeric', month: 'short' })
const dateOfYear = formatOf({ day: 'numeric', month: 'short', year: 'numeric' })
const isSameYear = (atMs: number, nowMs: number) =>
  new Date(atMs).getFullYear() === new Date(nowMs).getFullYear()

/** A day in a cell or beside its name; the year is said where it is not this one. */
export const shortDate = (atMs: number, nowMs: number, language: string): string =>
  isSameYear(atMs, nowMs) ? dateThisYear(atMs, language) : dateOfYear(atMs, language)

/** A moment in a list. */
export const dateAndTime = formatOf({ dateStyle: 'medium', timeStyle: 'short' })

/** A moment in a log, to the second. */
export const logTime = formatOf({ dateStyle: 'short', timeStyle: 'medium' })

/** A time of day under the heading of its day, or under a chart. */
export const timeOfDay = formatWithClock()

/** A time of day to the second, as a chart reads it. */
export const timeWithSeconds = formatOf({ timeStyle: 'medium' })

/** Under a chart of several days. */
export const axisDay = formatOf({ day: 'numeric', month: 'short' })

/** A moment in a chart of several days. */
export const chartDayAndTime = formatWithClock({ weekday: 'short', day: 'numeric', month: 'short' })

/** Before each line of a console: always eight characters, so that the lines begin at one edge in every region. */
const consoleClock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
export const consoleTime = (atSeconds: number): string => consoleClock.format(atSeconds * 1000)

const dayThisYear = formatOf({ weekday: 'long', day: 'numeric', month: 'long' })
const dayOfYear = formatOf({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** The heading of a day; the year is said where it is not this one. */
export const dayHeading = (atMs: number, nowMs: number, language: string): string =>
  isSameYear(atMs, nowMs) ? dayThisYear(atMs, language) : dayOfYear(atMs, language)

/** Two digits for the hour, as fields for a time have them. */
const clock = { hour: '2-digit', minute: '2-digit' } as const
const plainClock = formatOf({ ...clock, timeZone: 'UTC' })

/** A time of day that belongs to no day, such as "03:55", with the habits of the region; seconds only where there are any. */
export function clockTime(at: string, language: string): string {
  const atMs = Date.parse(`1970-01-01T${at}Z`)
  return Number.isNaN(atMs) || at.length > 5 ? at : plainClock(atMs, language)
}

const zoned = new Map<string | undefined, ReturnType<typeof formatOf>>()

/** A time to come, in the time zone that it was planned in. */
export function plannedTime(atMs: number, language: string, timeZone?: string): string {
  const format =
    zoned.get(timeZone) ??
    formatOf({
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...clock,
      ...(timeZone === undefined ? {} : { timeZone }),
    })
  zoned.set(timeZone, format)
  return format(atMs, language)
}
