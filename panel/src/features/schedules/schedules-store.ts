// Schedules in the database: what people see of them in columns, what the node must know as one text.

import { type Schedule, type ScheduleRules, storedSchedule } from '@rookery/contracts/schedule.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Kysely } from 'kysely'
import {
  type AlsoCreate,
  insertReturningId,
  inTransaction,
  lockRows,
  toBoolean,
} from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'

export interface NewSchedule {
  name: string
  schedule: Omit<Schedule, 'id'>
}

export interface StoredSchedule {
  name: string
  schedule: ScheduleRules & Pick<Schedule, 'id' | 'enabled'>
  createdAtMs: number
}

export type SchedulesStore = ReturnType<typeof createSchedulesStore>

export function createSchedulesStore(db: Kysely<Schema>) {
  const ofGameServer = (gameServerId: number, from: Kysely<Schema> = db) =>
    from.selectFrom('schedules').where('server_id', '=', gameServerId)

  return {
    async list(gameServerId: number): Promise<StoredSchedule[]> {
      const rows = await ofGameServer(gameServerId).selectAll().orderBy('id').execute()
      return rows.map(scheduleOf)
    },

    async find(gameServerId: number, id: number): Promise<StoredSchedule | null> {
      const row = await ofGameServer(gameServerId).selectAll().where('id', '=', id).executeTakeFirst()
      return row ? scheduleOf(row) : null
    },

    /** `full` when the game server has `limit` of them already, however many are made at once; `also` is part of it. */
    create: (
      gameServerId: number,
      wanted: NewSchedule,
      { limit, nowMs, also }: { limit: number; nowMs: number; also: AlsoCreate },
    ): Promise<number | 'full' | 'no game server'> =>
      inTransaction(db, async transaction => {
        const gameServer = transaction.selectFrom('game_servers').select('id').where('id', '=', gameServerId)
        if (!(await lockRows(transaction, gameServer).executeTakeFirst())) return 'no game server'
        const counted = await ofGameServer(gameServerId, transaction)
          .select(query => query.fn.countAll().as('n'))
          .executeTakeFirst()
        if (Number(counted?.n ?? 0) >= limit) return 'full'
        const id = await insertReturningId(transaction, 'schedules', {
          ...columnsOf(wanted),
          server_id: gameServerId,
          created_at: nowMs,
          updated_at: nowMs,
        })
        await also(transaction, id)
        return id
      }),

    /** `check` throws when the present one must stay. */
    change: (
      gameServerId: number,
      id: number,
      wanted: NewSchedule,
      { nowMs, check }: { nowMs: number; check?: (present: StoredSchedule) => void },
    ): Promise<void> =>
      inTransaction(db, async transaction => {
        const query = ofGameServer(gameServerId, transaction).selectAll().where('id', '=', id)
        const present = check && (await lockRows(transaction, query).executeTakeFirst())
        if (present) check(scheduleOf(present))
        await transaction
          .updateTable('schedules')
          .set({ ...columnsOf(wanted), updated_at: nowMs })
          .where('server_id', '=', gameServerId)
          .where('id', '=', id)
          .execute()
      }),

    async remove(gameServerId: number, id: number): Promise<void> {
      await db.deleteFrom('schedules').where('server_id', '=', gameServerId).where('id', '=', id).execute()
    },
  }
}

function columnsOf({ name, schedule: { enabled, ...definition } }: NewSchedule) {
  return { name, enabled, definition: JSON.stringify(definition) }
}

interface Row {
  id: number
  name: string
  enabled: boolean | number
  definition: string
  created_at: number
}

function scheduleOf({ id, name, enabled, definition, created_at }: Row): StoredSchedule {
  const known = parseJson(storedSchedule, definition, `the schedule ${id}`)
  return { name, schedule: { ...known, id, enabled: toBoolean(enabled) }, createdAtMs: created_at }
}
