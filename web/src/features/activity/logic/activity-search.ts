// What the Activity pages are narrowed to, as it stands in the address: a link shows others the same.

import {
  type ActivityKind,
  type ActivitySubject,
  activityKinds,
  activitySubjects,
} from '@rookery/contracts/http/activity.ts'

export interface ActivitySearch {
  user?: number
  kind?: ActivityKind
  /** `server-3`, `node-1`: what it is about. */
  object?: string
  /** The last so many days. */
  days?: number
  /** Days as the reader's calendar counts them, both included: 2026-11-17. */
  from?: string
  until?: string
}

type ObjectType = ActivitySubject | 'server'

export interface FoundObject {
  type: ObjectType
  id: number
}

export const dayChoices = [1, 7, 30] as const

const dayMs = 24 * 60 * 60_000
const dayForm = /^\d{4}-\d{2}-\d{2}$/

const isId = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && dayForm.test(value) && !Number.isNaN(Date.parse(value))

/** What cannot be read counts as not there. */
export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const { user, kind, object, days, from, until } = search
  const known = activityKinds.find(each => each === kind)
  const hasDays = dayChoices.some(each => each === days)
  return {
    ...(isId(user) && { user }),
    ...(known && { kind: known }),
    ...(typeof object === 'string' && objectIn(object) && { object }),
    ...(hasDays && { days: Number(days) }),
    ...(!hasDays && isDay(from) && { from }),
    ...(!hasDays && isDay(until) && { until }),
  }
}

export function objectIn(text: string | undefined): FoundObject | null {
  const [type, id, ...rest] = text?.split('-') ?? []
  const known = ['server' as const, ...activitySubjects].find(each => each === type)
  return known && rest.length === 0 && isId(Number(id)) ? { type: known, id: Number(id) } : null
}

export const objectText = ({ type, id }: FoundObject) => `${type}-${id}`

export function countFilters({ from, until, ...others }: ActivitySearch): number {
  return Object.keys(others).length + (from === undefined && until === undefined ? 0 : 1)
}

/** For the panel. `nowMs` is rounded by whoever asks, so that the same question stays the same. */
export function queryOf(search: ActivitySearch, nowMs: number) {
  const { user, kind, days, from, until } = search
  const object = objectIn(search.object)
  const sinceMs = days ? nowMs - days * dayMs : from ? startOf(from) : 0
  return {
    ...(user && { user: String(user) }),
    ...(kind && { kind }),
    ...(object?.type === 'server' && { server: String(object.id) }),
    ...(object && object.type !== 'server' && { subject_type: object.type, subject_id: String(object.id) }),
    since: new Date(sinceMs).toISOString(),
    ...(until && { until: new Date(startOfNext(until)).toISOString() }),
  }
}

/** Midnight where the reader is. */
const startOf = (day: string) => Date.parse(`${day}T00:00`)

function startOfNext(day: string): number {
  const date = new Date(startOf(day))
  return date.setDate(date.getDate() + 1)
}
