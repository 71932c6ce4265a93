// The limits of a new game server within a plan: which it must have, what is proposed, and what is wrong with it.

import type { HeldPlan } from '@rookery/contracts/http/plans.ts'
import { enforcesPlan } from '@rookery/contracts/plan-items.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { bytesOfGib, emptyPlace, gibOfBytes, type PlaceFields } from '../../place/place-field-rules.ts'

export type PlanUsage = Pick<HeldPlan, 'usage' | 'counted_only'>

const rows = [
  { item: 'memory_bytes', name: 'memoryGib', field: 'memory_limit_bytes' },
  { item: 'cpu_percent', name: 'cpuPercent', field: 'cpu_limit_percent' },
  { item: 'disk_bytes', name: 'diskGib', field: 'disk_limit_bytes' },
] as const

/** What every game server within the plan has a limit for. */
export const requiredLimits = ({ usage }: PlanUsage) =>
  rows.flatMap(row => {
    const { limit, left } = usage[row.item]
    return limit === null || left === null ? [] : [{ ...row, limit, left }]
  })
export type RequiredLimit = ReturnType<typeof requiredLimits>[number]

/** Process managers that hold a game to what the plan bounds. */
export const waysWithin = ({ usage, counted_only }: PlanUsage, ways: readonly string[]): string[] => {
  const limits = { memory_bytes: usage.memory_bytes.limit, cpu_percent: usage.cpu_percent.limit }
  return ways.filter(way => enforcesPlan(way, { limits, countedOnly: counted_only }))
}

const mebibyte = 1024 ** 2
const oneCore = 100
/** Where the template does not say what the game takes. */
const usualMb = { memory_bytes: 1024, disk_bytes: 5 * 1024 }

/** A quarter more than the game needs at least, in half GiB, and no more than there is. */
function proposedGib(neededMb: number, leftBytes: number): string {
  const wanted = (Math.ceil((neededMb * 1.25) / 512) / 2) * 1024 * mebibyte
  return leftBytes < 16 * mebibyte ? '' : gibOfBytes(Math.min(wanted, leftBytes))
}

export function proposedPlace({ needs }: Pick<Template, 'needs'>, plan: PlanUsage): PlaceFields {
  const proposed = ({ item, left }: RequiredLimit) => {
    if (item === 'cpu_percent') return left < 1 ? '' : String(Math.min(oneCore, left))
    const needed = item === 'memory_bytes' ? needs?.memory_mb : needs?.disk_mb
    return proposedGib(needed ?? usualMb[item], left)
  }
  const proposals = requiredLimits(plan).map(required => [required.name, proposed(required)])
  return { ...emptyPlace, ...Object.fromEntries(proposals) }
}

/** What is wrong with it beside what is no number at all. */
export function planFault(
  { item, name, left }: RequiredLimit,
  place: PlaceFields,
): 'missing' | 'tooMuch' | 'nothingLeft' | null {
  const typed = place[name]
  if (left <= 0) return 'nothingLeft'
  if (typed === '') return 'missing'
  const amount = item === 'cpu_percent' ? Number(typed) : bytesOfGib(typed)
  return amount > left ? 'tooMuch' : null
}
