// Lines of activity in the database, bounded for each game server, for people, and in age.

import {
  type ActivityKind,
  type ActivitySubject,
  activityWays,
  peopleActivityDetails,
  peopleActivityEntry,
  serverActivityKinds,
} from '@rookery/contracts/http/activity.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { ExpressionBuilder, Kysely } from 'kysely'
import * as z from 'zod'
import { driverOf, upsert } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { timeOf } from '../../platform/times.ts'
import { listedIds, type VisibleGameServers } from '../access/logic/visible-objects.ts'
import { type Line, lineDetails } from './logic/line.ts'
import type { PeopleLine, PeopleView, ServerLine, StoredLine } from './logic/visible-entry.ts'

export interface ActivityFilter {
  /** Of which game servers; null: of none. */
  of: number | VisibleGameServers | null
  /** Of which people. */
  people: PeopleView
  kind?: ActivityKind | undefined
  sinceMs?: number | undefined
  /** Without this moment. */
  untilMs?: number | undefined
  /** What they did, and what was done to their account. */
  userId?: number | undefined
  subject?: { type: ActivitySubject; id?: number | undefined } | undefined
  /** The only game server of which lines are wanted, of people too. */
  gameServerId?: number | undefined
  /** Id of a line: only what is older. */
  before?: number | undefined
}

interface Place {
  id: number
  happened_at: number
}

const serverKind = z.enum(serverActivityKinds)
const { shape } = peopleActivityEntry
const storedPeopleEntry = z.object({
  event: shape.event,
  via: z.enum(activityWays),
  subject_name: z.string().nullable(),
  server_name: z.string().nullable(),
  details: peopleActivityDetails,
})

/** Nobody waits long for one step of cleaning up, however much there is to remove. */
const gameServersAtOnce = 50
const linesAtOnce = 1_000
const editsLimit = 500

export type ActivityStore = ReturnType<typeof createActivityStore>

export function createActivityStore(db: Kysely<Schema>) {
  return {
    /** All of them or none; a fact that is there already stays as it is. */
    async add(lines: readonly Line[]): Promise<void> {
      const insert = db.insertInto('activity').values(lines.map(rowOf))
      // Not `insert ignore`, which would swallow every other fault of a row as well.
      if (driverOf(db) === 'mysql')
        await insert.onDuplicateKeyUpdate(({ ref }) => ({ fact: ref('fact') })).execute()
      else await insert.onConflict(conflict => conflict.doNothing()).execute()
    },

    /** A line that grows: added, or brought up to date. */
    async put(line: Line): Promise<void> {
      const row = rowOf(line)
      const { details, happened_at } = row
      await upsert(db, 'activity', row, ['server_id', 'fact'], { details, happened_at })
    },

    /** Newest first. A line that only a later version can read stays stored, and is left out here. */
    async list(filter: ActivityFilter, limit: number): Promise<StoredLine[]> {
      let last: Place | null = null
      if (filter.before !== undefined) {
        last = (await placeOf(filter.before)) ?? null
        if (!last) return []
      }
      const lines: StoredLine[] = []
      for (;;) {
        const wanted = limit - lines.length
        const rows = await rowsAfter(last, filter, wanted)
        lines.push(...rows.flatMap(lineOf))
        if (rows.length < wanted || lines.length === limit) return lines
        last = rows.at(-1) ?? null
      }
    },

    /** When settings of a game server were changed from `fromMs` up to, not including, `toMs`: the newest, the oldest first. */
    async editsOf(gameServerId: number, fromMs: number, toMs: number): Promise<number[]> {
      const rows = await db
        .selectFrom('activity')
        .select('happened_at')
        .where('server_id', '=', gameServerId)
        .where('kind', '=', 'settings')
        .where('happened_at', '>=', fromMs)
        .where('happened_at', '<', toMs)
        .orderBy('happened_at', 'desc')
        .limit(editsLimit)
        .execute()
      return rows.map(row => row.happened_at).reverse()
    },

    /** Forgets the oldest of a game server that has more than `kept`. */
    async trim(gameServerId: number, stored: number): Promise<void> {
      const newest = db.selectFrom('activity').select(['id', 'happened_at'])
      const first = await newest
        .where('server_id', '=', gameServerId)
        .orderBy('happened_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .offset(stored - 1)
        .executeTakeFirst()
      if (!first) return
      await db
        .deleteFrom('activity')
        .where('server_id', '=', gameServerId)
        .where(isOlderThan(first))
        .execute()
    },

    /** Of the next game servers by id, those that have more than `kept`; `last` is null when there are no others. */
    async withMoreThan(stored: number, afterId: number): Promise<{ ids: number[]; last: number | null }> {
      const rows = await db
        .selectFrom('activity')
        .select(['server_id', count => count.fn.countAll().as('lines')])
        .where('server_id', '>', afterId)
        .groupBy('server_id')
        .orderBy('server_id')
        .limit(gameServersAtOnce)
        .execute()
      const full = rows.filter(row => Number(row.lines) > stored)
      const ids = full.flatMap(row => row.server_id ?? [])
      return { ids, last: rows.length < gameServersAtOnce ? null : (rows.at(-1)?.server_id ?? null) }
    },

    /** A bounded number of lines; true when there are perhaps more. */
    async forgetBefore(atMs: number, of: 'servers' | 'people'): Promise<boolean> {
      const query = db.selectFrom('activity').select('id').where('happened_at', '<', atMs)
      return forget(
        await query
          .where(...belongsTo(of))
          .limit(linesAtOnce)
          .execute(),
      )
    },

    /** The oldest of what people did beyond `stored`; a bounded number, true when there are perhaps more. */
    async trimPeople(stored: number): Promise<boolean> {
      const oldest = db.selectFrom('activity').select('id').where('server_id', 'is', null)
      const surplus = oldest.orderBy('happened_at', 'desc').orderBy('id', 'desc')
      return forget(await surplus.offset(stored).limit(linesAtOnce).execute())
    },
  }

  async function forget(rows: { id: number }[]): Promise<boolean> {
    const ids = rows.map(row => row.id)
    if (ids.length > 0) await db.deleteFrom('activity').where('id', 'in', ids).execute()
    return ids.length === linesAtOnce
  }

  /** `last`: the one that they follow, null for the newest. */
  function rowsAfter(last: Place | null, filter: ActivityFilter, limit: number) {
    const { kind, sinceMs, untilMs } = filter
    let query = db
      .selectFrom('activity')
      .leftJoin('game_servers', 'game_servers.id', 'activity.server_id')
      .leftJoin('users', 'users.id', 'activity.user_id')
      .select(['activity.id', 'activity.server_id', 'activity.user_id', 'activity.kind'])
      .select(['activity.details', 'activity.happened_at', 'game_servers.name', 'users.login'])
      .select(['activity.actor_login', 'activity.subject_type', 'activity.subject_id'])
      .select('activity.on_server_id')
      .where(isWanted(filter))
    if (kind !== undefined) query = query.where('activity.kind', '=', kind)
    if (sinceMs !== undefined) query = query.where('activity.happened_at', '>=', sinceMs)
    if (untilMs !== undefined) query = query.where('activity.happened_at', '<', untilMs)
    if (last !== null) query = query.where(isOlderThan(last))
    const newestFirst = query.orderBy('activity.happened_at', 'desc').orderBy('activity.id', 'desc')
    return newestFirst.limit(limit).execute()
  }

  function placeOf(id: number) {
    return db.selectFrom('activity').select(['id', 'happened_at']).where('id', '=', id).executeTakeFirst()
  }
}

function rowOf(line: Line) {
  return {
    server_id: line.gameServerId,
    user_id: line.userId,
    kind: line.kind,
    fact: line.fact,
    details: JSON.stringify(line.details),
    happened_at: line.atMs,
  }
}

interface Row {
  id: number
  server_id: number | null
  name: string | null
  user_id: number | null
  login: string | null
  kind: string
  details: string
  happened_at: number
  actor_login: string | null
  subject_type: string | null
  subject_id: number | null
  on_server_id: number | null
}

function lineOf(row: Row): StoredLine[] {
  return row.server_id === null ? peopleLine(row) : serverLine(row, row.server_id)
}

function serverLine(row: Row, gameServerId: number): ServerLine[] {
  const kind = serverKind.safeParse(row.kind).data
  const details = parseJsonOrNull(lineDetails, row.details)
  if (kind === undefined || details === null) return []
  return [
    {
      id: row.id,
      at: timeOf(row.happened_at),
      kind,
      server: { id: gameServerId, name: row.name ?? '' },
      by: row.user_id === null ? null : { id: row.user_id, login: row.login ?? '' },
      details,
    },
  ]
}

/** Everything as it was called then: people and objects may be gone or have other names by now. */
function peopleLine(row: Row): PeopleLine[] {
  const entry = parseJsonOrNull(storedPeopleEntry, row.details)
  if (entry === null) return []
  const { subject_name, server_name, ...rest } = entry
  const read = peopleActivityEntry.safeParse({
    id: row.id,
    at: timeOf(row.happened_at),
    kind: row.kind,
    what: 'people',
    by: row.actor_login === null ? null : { id: row.user_id, login: row.actor_login },
    subject: row.subject_type && { type: row.subject_type, id: row.subject_id, name: subject_name ?? '' },
    server: row.on_server_id && { id: row.on_server_id, name: server_name ?? '' },
    ...rest,
  })
  return read.success ? [read.data] : []
}

function isOlderThan(last: Place) {
  return (where: ExpressionBuilder<Schema, 'activity'>) =>
    where.or([
      where('activity.happened_at', '<', last.happened_at),
      where.and([where('activity.happened_at', '=', last.happened_at), where('activity.id', '<', last.id)]),
    ])
}

type Where = ExpressionBuilder<Schema, 'activity'>

function belongsTo(of: 'servers' | 'people') {
  return ['server_id', of === 'people' ? 'is' : 'is not', null] as const
}

function isWanted(filter: ActivityFilter) {
  return (where: Where) => {
    const { of, people, userId, subject } = filter
    const either = [
      ...(of === null || subject ? [] : [isOf(where, of)]),
      ...(people === null ? [] : [isOfPeople(where, people, filter)]),
    ]
    const chosen = either.length === 0 ? where('activity.id', '=', 0) : where.or(either)
    return userId === undefined ? chosen : where.and([chosen, concerns(where, userId)])
  }
}

/** What they did, or what was done to their account. */
function concerns(where: Where, userId: number) {
  return where.or([
    where('activity.user_id', '=', userId),
    where.and([where('activity.subject_type', '=', 'user'), where('activity.subject_id', '=', userId)]),
  ])
}

function isOfPeople(
  where: Where,
  people: NonNullable<PeopleView>,
  { subject, gameServerId }: ActivityFilter,
) {
  return where.and([
    where('activity.server_id', 'is', null),
    ...(people === 'all' ? [] : [concerns(where, people)]),
    ...(subject ? [where('activity.subject_type', '=', subject.type)] : []),
    ...(subject?.id === undefined ? [] : [where('activity.subject_id', '=', subject.id)]),
    ...(gameServerId === undefined ? [] : [where('activity.on_server_id', '=', gameServerId)]),
  ])
}

function isOf(where: Where, of: number | VisibleGameServers) {
  if (typeof of === 'number') return where('activity.server_id', '=', of)
  return where('activity.server_id', ...listedIds(of))
}
