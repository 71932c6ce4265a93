// Which backups are kept: the last ones, one per hour, day, week and month, what is locked, and what guards an action.

export interface RetainedBackup {
  id: string
  takenAtMs: number
  /** Never deleted by a rule. */
  isLocked: boolean
  /** Taken before a risky action; it has an expiry of its own. */
  isSafety: boolean
  /** What it takes by itself, where that is known. */
  bytesAdded: number
}

/** How many of each are retained; 0 keeps none of this kind. */
export interface RetentionPolicy {
  last: number
  hourly: number
  daily: number
  weekly: number
  monthly: number
  /** In which hours, days, weeks and months begin: an IANA name. */
  timeZone: string
}

export interface RetentionLimits {
  /** Null: no limit. */
  count: number | null
  bytes: number | null
}

export type ForgetReason = 'policy' | 'safety_expired' | 'count_limit' | 'size_limit'

export interface RetentionDecision {
  /** The oldest first. */
  forget: { id: string; reason: ForgetReason }[]
}

const dayMs = 86_400_000
export const safetyExpiry = { days: 14, last: 5 }

/**
 * A policy that keeps nothing keeps everything: nobody means to delete each backup as soon as it is taken. One that a
 * wrong clock dates in the future stays and counts for nothing, or it would take the place of those taken since.
 */
export function decideRetention(
  backups: readonly RetainedBackup[],
  policy: RetentionPolicy,
  limits: RetentionLimits,
  nowMs: number,
): RetentionDecision {
  const newestFirst = backups
    .filter(({ takenAtMs }) => takenAtMs <= nowMs)
    .toSorted((a, b) => b.takenAtMs - a.takenAtMs || (a.id < b.id ? 1 : -1))
  const ordinary = newestFirst.filter(backup => !backup.isSafety)
  const safety = newestFirst.filter(({ isSafety }) => isSafety)
  const reasons = new Map<string, ForgetReason>()
  const retained = retainedByPolicy(ordinary, policy)
  for (const { id, isLocked } of ordinary) if (!isLocked && !retained.has(id)) reasons.set(id, 'policy')
  for (const { id } of expiredSafety(safety, nowMs)) reasons.set(id, 'safety_expired')
  for (const [id, reason] of overLimits(
    newestFirst.filter(({ id }) => !reasons.has(id)),
    limits,
  )) {
    reasons.set(id, reason)
  }
  const forget = newestFirst.toReversed().flatMap(({ id }) => {
    const reason = reasons.get(id)
    return reason === undefined ? [] : [{ id, reason }]
  })
  return { forget }
}

/** Of each period the newest backup, for as many periods as there are to be; locked ones count too. */
function retainedByPolicy(newestFirst: readonly RetainedBackup[], policy: RetentionPolicy): Set<string> {
  const { last, hourly, daily, weekly, monthly, timeZone } = policy
  const isEmpty = [last, hourly, daily, weekly, monthly].every(count => count <= 0)
  if (isEmpty) return new Set(newestFirst.map(({ id }) => id))
  const retained = new Set(newestFirst.slice(0, Math.max(0, last)).map(({ id }) => id))
  const periodsOf = periodReader(timeZone)
  const periods = newestFirst.map(({ id, takenAtMs }) => ({ id, ...periodsOf(takenAtMs) }))
  const rules = { hour: hourly, day: daily, week: weekly, month: monthly } as const
  for (const [name, count] of Object.entries(rules) as [keyof typeof rules, number][]) {
    const seen = new Set<string>()
    for (const entry of periods) {
      if (seen.size >= count) break
      if (seen.has(entry[name])) continue
      seen.add(entry[name])
      retained.add(entry.id)
    }
  }
  return retained
}

/** Both must have passed: its days, and that it is among the last few. */
function expiredSafety(newestFirst: readonly RetainedBackup[], nowMs: number): RetainedBackup[] {
  return newestFirst
    .slice(safetyExpiry.last)
    .filter(({ isLocked, takenAtMs }) => !isLocked && nowMs - takenAtMs > safetyExpiry.days * dayMs)
}

/**
 * The oldest go first; never the newest one, which a newer safety backup does not replace, and never what is locked or
 * guards an action.
 */
function overLimits(
  newestFirst: readonly RetainedBackup[],
  limits: RetentionLimits,
): Map<string, ForgetReason> {
  const reasons = new Map<string, ForgetReason>()
  let count = newestFirst.length
  let bytes = newestFirst.reduce((sum, { bytesAdded }) => sum + bytesAdded, 0)
  const newest = newestFirst.find(({ isSafety }) => !isSafety)
  for (const backup of newestFirst.toReversed()) {
    const isOverCount = limits.count !== null && count > limits.count
    const isOverSize = limits.bytes !== null && bytes > limits.bytes
    if (!isOverCount && !isOverSize) break
    if (backup.isLocked || backup.isSafety || backup === newest) continue
    reasons.set(backup.id, isOverCount ? 'count_limit' : 'size_limit')
    count -= 1
    bytes -= backup.bytesAdded
  }
  return reasons
}

interface Periods {
  hour: string
  day: string
  week: string
  month: string
}

function periodReader(timeZone: string): (ms: number) => Periods {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' },
    timeZoneName: 'longOffset',
  })
  return ms => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
    const { year = '', month = '', day = '', hour = '', timeZoneName = '' } = parts
    return {
      // When clocks go back, an hour comes twice.
      hour: `${year}-${month}-${day} ${hour} ${timeZoneName}`,
      day: `${year}-${month}-${day}`,
      week: weekOf(Number(year), Number(month), Number(day)),
      month: `${year}-${month}`,
    }
  }
}

/** By the date of its Monday. */
function weekOf(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day))
  const sinceMonday = (date.getUTCDay() + 6) % 7
  return new Date(date.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10)
}
