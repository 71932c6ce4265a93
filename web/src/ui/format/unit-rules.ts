// Values in words, short enough for an axis and exact enough for a reading.

import { onePerLanguage } from '../../texts/logic/formatters.ts'

export type ChartUnit = 'percent' | 'bytes' | 'bytesPerSecond' | 'count' | 'load'

const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

const roundedTo = (digits: number, style: 'decimal' | 'percent' = 'decimal') =>
  onePerLanguage(language => new Intl.NumberFormat(language, { style, maximumFractionDigits: digits }))
const formatters = [roundedTo(0), roundedTo(1), roundedTo(2)] as const
const percentFormatters = [roundedTo(0, 'percent'), roundedTo(1, 'percent')] as const

const inDigits = (value: number, digits: 0 | 1 | 2, language: string) =>
  formatters[digits](language).format(value)

/** Bytes are counted; of larger units never more than three digits stand before the point: 1,023 MiB reads as 1 GiB. */
function formatBytes(bytes: number, language: string): string {
  let power = 0
  let amount = bytes
  while (amount >= (power === 0 ? 1024 : 1000) && power < byteUnits.length - 1) {
    amount /= 1024
    power += 1
  }
  const digits = power === 0 || amount >= 100 ? 0 : amount >= 10 ? 1 : 2
  return `${inDigits(amount, digits, language)} ${byteUnits[power]}`
}

/** A number of things, grouped as the region does: 12,345 or 12.345. */
export const formatNumber = (value: number, language: string): string => inDigits(value, 2, language)

/** What parts whole numbers from fractions in a figure that somebody types. */
export const decimalSign = onePerLanguage(
  locale =>
    new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.',
)

export function formatValue(value: number, unit: ChartUnit, language: string): string {
  if (unit === 'bytes') return formatBytes(value, language)
  if (unit === 'bytesPerSecond') return `${formatBytes(value, language)}/s`
  if (unit === 'count') return inDigits(Math.round(value), 0, language)
  if (unit === 'load') return inDigits(value, 2, language)
  return percentFormatters[value < 10 ? 1 : 0](language).format(value / 100)
}

/** The steps that an axis may take: bytes in powers of two, so that it says 64 MiB and not 61 MiB. */
export const axisSteps = (unit: ChartUnit): number[] => {
  if (unit === 'bytes' || unit === 'bytesPerSecond')
    return Array.from({ length: 50 }, (_, power) => 2 ** power)
  const smallest = unit === 'count' ? 0 : -2
  return Array.from({ length: 10 }, (_, power) =>
    [1, 2, 5].map(first => first * 10 ** (power + smallest)),
  ).flat()
}

/** An axis is never finer than this: an idle game is a flat line at the bottom, not a mountain of noise. */
const smallestTop: Record<ChartUnit, number> = {
  percent: 10,
  bytes: 64 * 1024 ** 2,
  bytesPerSecond: 4 * 1024,
  count: 4,
  load: 1,
}

/** Beside an axis of percentages both are divided into equal parts, so that their values stand on the same lines. */
export function dividedAxis(largest: number, unit: ChartUnit): { top: number; parts: number } {
  const least = Math.max(smallestTop[unit], largest)
  const choices = [4, 2].map(parts => {
    const step = axisSteps(unit).find(each => each * parts >= least) ?? least / parts
    return { top: step * parts, parts }
  })
  return choices.reduce((best, choice) => (choice.top < best.top ? choice : best))
}

export const axisTop = (largest: number, unit: ChartUnit): number =>
  Math.max(smallestTop[unit], largest * 1.12)
