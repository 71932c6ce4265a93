// Amounts of a plan: in which unit each is counted, how it is typed, and what was typed.

import { type PlanItem, type PlanLimits, planItems } from '@rookery/contracts/plan-items.ts'
import { type ChartUnit, formatValue } from '../../ui/format/unit-rules.ts'

const unitOf: Record<PlanItem, ChartUnit> = {
  ...{ servers: 'count', memory_bytes: 'bytes', cpu_percent: 'percent', disk_bytes: 'bytes' },
  ...{ backups: 'count', databases: 'count', ports: 'count' },
}

export const amountText = (item: PlanItem, amount: number, language: string): string =>
  formatValue(amount, unitOf[item], language)

/** What stands at the end of its field; null: it is a number of things. */
export const unitSignOf = (item: PlanItem): 'GiB' | '%' | null =>
  unitOf[item] === 'bytes' ? 'GiB' : unitOf[item] === 'percent' ? '%' : null

/** As they are typed, with a point; empty: no limit. */
export type TypedLimits = Record<PlanItem, string>

const mebibyte = 1024 ** 2

/** Three digits after the point tell one MiB from the next. */
const typedBytes = (bytes: number) => String(Math.round((bytes / mebibyte / 1024) * 1000) / 1000)

export const typedLimits = (limits: PlanLimits): TypedLimits =>
  Object.fromEntries(planItems.map(item => [item, typedAmount(item, limits[item])])) as TypedLimits

function typedAmount(item: PlanItem, amount: number | null): string {
  if (amount === null) return ''
  return unitOf[item] === 'bytes' ? typedBytes(amount) : String(amount)
}

/** Null: no limit. Not a number where none was typed. */
export function amountTyped(item: PlanItem, typed: string): number | null {
  if (typed === '') return null
  const isBytes = unitOf[item] === 'bytes'
  if (!(isBytes ? /^\d{1,7}(?:\.\d{0,3})?$/ : /^\d{1,9}$/).test(typed)) return Number.NaN
  return isBytes ? Math.round(Number(typed) * 1024) * mebibyte : Number(typed)
}

/** Leaves out of what was typed or pasted what cannot belong to it; a comma is a point. */
export const figureOf = (item: PlanItem, typed: string): string =>
  unitOf[item] === 'bytes' ? typed.replace(',', '.').replace(/[^\d.]/g, '') : typed.replace(/\D/g, '')
