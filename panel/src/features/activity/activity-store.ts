// Lines of activity in the database, bounded for each game server and in age.

import { type ActivityKind, activityKinds } from '@rookery/contracts/http/activity.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { ExpressionBuilder, Kysely } from 'kysely'
import * as z from 'zod'
import { driverOf, upsert } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { timeOf } from '../../platform/times.ts'
import type { VisibleGameServers } from '../access/logic/visible-objects.ts'
import { type Line, lineDetails } from './logic/line.ts'
import type { StoredLine } from './logic/visible-entry.ts'

export interface ActivityFilter {
  of: number | VisibleGameServers
  kind?: ActivityKind | undefined
  sinceMs?: number | undefined
  /** Id of a line: only what is older. */
  before?: number | undefined
}

interface Place {
  id: number
  happened_at: number
}

const activityKind = z.enum(activityKinds)

/** Nobody waits long for a piece of tidying, however much there is to tidy. */
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
      const ids = rows.filter(row => Number(row.lines) > stored).map(row => row.server_id)
      return { ids, last: rows.length < gameServersAtOnce ? null : (rows.at(-1)?.server_id ?? null) }
    },

    /** A bounded number of lines; true when there are perhaps more. */
    async forgetBefore(atMs: number): Promise<boolean> {
      const query = db.selectFrom('activity').select('id').where('happened_at', '<', atMs)
      const ids = (await query.limit(linesAtOnce).execute()).map(row => row.id)
      if (ids.length > 0) await db.deleteFrom('activity').where('id', 'in', ids).execute()
      return ids.length === linesAtOnce
    },
  }

  /** `last`: the one that they follow, null for the newest. */
  function rowsAfter(last: Place | null, { of, kind, sinceMs }: ActivityFilter, limit: number) {
    let query = db
      .selectFrom('activity')
      .innerJoin('game_servers', 'game_servers.id', 'activity.server_id')
      .leftJoin('users', 'users.id', 'activity.user_id')
      .select(['activity.id', 'activity.server_id', 'activity.user_id', 'activity.kind'])
      .select(['activity.details', 'activity.happened_at', 'game_servers.name', 'users.login'])
      .where(isOf(of))
    if (kind !== undefined) query = query.where('activity.kind', '=', kind)
    if (sinceMs !== undefined) query = query.where('activity.happened_at', '>=', sinceMs)
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

function lineOf(row: {
  id: number
  server_id: number
  name: string
  user_id: number | null
  login: string | null
  kind: string
  details: string
  happened_at: number
}): StoredLine[] {
  const kind = activityKind.safeParse(row.kind).data
  const details = parseJsonOrNull(lineDetails, row.details)
  if (kind === undefined || details === null) return []
  return [
    {
      id: row.id,
      at: timeOf(row.happened_at),
      kind,
      server: { id: row.server_id, name: row.name },
      by: row.user_id === null ? null : { id: row.user_id, login: row.login ?? '' },
      details,
    },
  ]
}

function isOlderThan(last: Place) {
  return (where: ExpressionBuilder<Schema, 'activity'>) =>
    where.or([
      where('activity.happened_at', '<', last.happened_at),
      where.and([where('activity.happened_at', '=', last.happened_at), where('activity.id', '<', last.id)]),
    ])
}

function isOf(of: number | VisibleGameServers) {
  return (where: ExpressionBuilder<Schema, 'activity'>) => {
    if (typeof of === 'number') return where('activity.server_id', '=', of)
    return of.all
      ? where('activity.server_id', 'not in', [0, ...of.except])
      : where('activity.server_id', 'in', [0, ...of.only])
  }
}
