// Events in the database. An event is written in the transaction of its change, without a number. Later one instance
// at a time, holding one row, numbers what it can see: so numbers become visible in their order and without a hole,
// and a reader that goes on after the last number it has never skips an event, whichever transaction ended first.

import { type EventKind, eventCatalog } from '@rookery/contracts/event-catalog.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import * as z from 'zod'
import { driverOf, insertIfAbsent, inTransaction, lockRows } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { NewEvent, NumberedEvent } from './new-event.ts'

export interface WrittenEvent {
  eventId: string
  atMs: number
  event: NewEvent
}

/** Part of the transaction that numbers: what is made of an event is made exactly once. */
export type EventConsumer = (
  transaction: Transaction<Schema>,
  events: readonly NumberedEvent[],
) => Promise<void>

export interface EventPosition {
  lastSeq: number
  forgottenSeq: number
}

const numbers = 'events'
/** Few enough that whoever else writes to SQLite hardly waits. */
const numberedAtOnce = 200
const forgottenAtOnce = 1_000
const storedData = z.record(z.string(), z.unknown())

export type EventFeedStore = ReturnType<typeof createEventFeedStore>

export function createEventFeedStore(db: Kysely<Schema>) {
  return {
    /** One row each; a fact that is there already stays as it is. */
    async write(database: Kysely<Schema>, written: readonly WrittenEvent[]): Promise<void> {
      const insert = database.insertInto('events').values(written.map(rowOf))
      // Not `insert ignore`, which would swallow every other fault of a row as well.
      if (driverOf(database) === 'mysql') {
        await insert.onDuplicateKeyUpdate(({ ref }) => ({ fact: ref('fact') })).execute()
      } else await insert.onConflict(conflict => conflict.doNothing()).execute()
    },

    async hasUnnumbered(): Promise<boolean> {
      const query = db.selectFrom('events').select('id').where('seq', 'is', null).limit(1)
      return (await query.executeTakeFirst()) !== undefined
    },

    /** The next of those whose transactions have ended; empty when there is none. */
    number: (consumers: readonly EventConsumer[]): Promise<NumberedEvent[]> =>
      inTransaction(db, async transaction => {
        const { last_seq: last } = await holdNumbers(transaction)
        const rows = await transaction
          .selectFrom('events')
          .selectAll()
          .where('seq', 'is', null)
          .orderBy('id')
          .limit(numberedAtOnce)
          .execute()
        if (rows.length === 0) return []
        const nameOf = await readNames(transaction, rows)
        const numbered = rows.map((row, index) => numberedOf(row, last + 1 + index, nameOf))
        for (const { rowId, seq, data, nodeId } of numbered) {
          const set = { seq, data: JSON.stringify(data), node_id: nodeId }
          await transaction.updateTable('events').set(set).where('id', '=', rowId).execute()
        }
        await transaction
          .updateTable('event_numbers')
          .set({ last_seq: last + rows.length })
          .where('name', '=', numbers)
          .execute()
        for (const consume of consumers) await consume(transaction, numbered)
        return numbered
      }),

    async position(): Promise<EventPosition> {
      const query = db.selectFrom('event_numbers').selectAll().where('name', '=', numbers)
      const row = await query.executeTakeFirst()
      return { lastSeq: row?.last_seq ?? 0, forgottenSeq: row?.forgotten_seq ?? 0 }
    },

    /** In their order. */
    async read(afterSeq: number, limit: number): Promise<NumberedEvent[]> {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('seq', '>', afterSeq)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(storedEvent)
    },

    /** Whether this was news: of many instances that say so, one hears yes, and `write` is part of it. */
    changeCondition: (
      subject: string,
      state: string,
      atMs: number,
      write: (transaction: Transaction<Schema>) => Promise<void>,
    ): Promise<boolean> =>
      inTransaction(db, async transaction => {
        const row = { subject, state, changed_at: atMs }
        const isFirst = await insertIfAbsent(transaction, 'event_conditions', row)
        if (!isFirst) {
          const result = await transaction
            .updateTable('event_conditions')
            .set({ state, changed_at: atMs })
            .where('subject', '=', subject)
            .where('state', '!=', state)
            .executeTakeFirst()
          if (result.numUpdatedRows !== 1n) return false
        }
        await write(transaction)
        return true
      }),

    async conditions(prefix: string): Promise<Map<string, string>> {
      const query = db.selectFrom('event_conditions').select(['subject', 'state'])
      const rows = await query.where('subject', 'like', `${prefix}%`).execute()
      return new Map(rows.map(({ subject, state }) => [subject, state]))
    },

    async forgetCondition(subject: string): Promise<void> {
      await db.deleteFrom('event_conditions').where('subject', '=', subject).execute()
    },

    /** A bounded number of the oldest; true when there are perhaps more. */
    forget: (beforeMs: number, keptRows: number): Promise<boolean> =>
      inTransaction(db, async transaction => {
        const { last_seq: last, forgotten_seq: former } = await holdNumbers(transaction)
        const rows = await transaction
          .selectFrom('events')
          .select(['id', 'seq', 'happened_at'])
          .where('seq', '>', former)
          .orderBy('seq')
          .limit(forgottenAtOnce)
          .execute()
        const old = rows.filter(
          ({ seq, happened_at: at }) => at < beforeMs || (seq ?? last) <= last - keptRows,
        )
        const newest = old.at(-1)?.seq
        if (newest === null || newest === undefined) return false
        await transaction
          .updateTable('event_numbers')
          .set({ forgotten_seq: newest })
          .where('name', '=', numbers)
          .execute()
        await transaction.deleteFrom('events').where('seq', '<=', newest).execute()
        return old.length === forgottenAtOnce
      }),
  }

  async function holdNumbers(transaction: Transaction<Schema>) {
    const read = () =>
      lockRows(
        transaction,
        transaction.selectFrom('event_numbers').selectAll().where('name', '=', numbers),
      ).executeTakeFirst()
    const held = await read()
    if (held) return held
    await insertIfAbsent(transaction, 'event_numbers', { name: numbers, last_seq: 0, forgotten_seq: 0 })
    return (await read()) ?? { name: numbers, last_seq: 0, forgotten_seq: 0 }
  }
}

function rowOf({ eventId, atMs, event }: WrittenEvent) {
  const { kind, fact, gameServerId = null, nodeId = null, userId = null, gameServerName, data } = event
  const server = gameServerName === undefined ? {} : { server: { id: gameServerId, name: gameServerName } }
  return {
    ...{ event_id: eventId, kind, version: eventCatalog[kind].version, fact, happened_at: atMs },
    ...{ server_id: gameServerId, node_id: nodeId, user_id: userId },
    data: JSON.stringify({ ...server, ...data }),
  }
}

type Row = Selectable<Schema['events']>

interface Names {
  servers: Map<number, { name: string; nodeId: number }>
  nodes: Map<number, string>
  users: Map<number, string>
}

async function readNames(transaction: Transaction<Schema>, rows: readonly Row[]): Promise<Names> {
  const some = (ids: readonly (number | null)[]) => [...new Set(ids.filter(id => id !== null))]
  const [serverIds, userIds] = [some(rows.map(row => row.server_id)), some(rows.map(row => row.user_id))]
  const servers =
    serverIds.length === 0
      ? []
      : await transaction
          .selectFrom('game_servers')
          .select(['id', 'name', 'node_id'])
          .where('id', 'in', serverIds)
          .execute()
  const nodeIds = some([...rows.map(row => row.node_id), ...servers.map(server => server.node_id)])
  const nodes =
    nodeIds.length === 0
      ? []
      : await transaction.selectFrom('nodes').select(['id', 'name']).where('id', 'in', nodeIds).execute()
  const users =
    userIds.length === 0
      ? []
      : await transaction.selectFrom('users').select(['id', 'login']).where('id', 'in', userIds).execute()
  return {
    servers: new Map(servers.map(({ id, name, node_id }) => [id, { name, nodeId: node_id }])),
    nodes: new Map(nodes.map(({ id, name }) => [id, name])),
    users: new Map(users.map(({ id, login }) => [id, login])),
  }
}

function numberedOf(row: Row, seq: number, names: Names): NumberedEvent {
  const stored = parseJsonOrNull(storedData, row.data) ?? {}
  const about = Object.hasOwn(eventCatalog, row.kind) ? eventCatalog[row.kind as EventKind].about : 'panel'
  const server = row.server_id === null ? undefined : names.servers.get(row.server_id)
  const nodeId = row.node_id ?? server?.nodeId ?? null
  const hasBy = Object.hasOwn(eventCatalog, row.kind) && 'by' in eventCatalog[row.kind as EventKind].example
  const login = row.user_id === null ? undefined : names.users.get(row.user_id)
  const data = {
    ...(about === 'server' && { server: { id: row.server_id ?? 0, name: server?.name ?? '' } }),
    ...((about === 'server' || about === 'node') && {
      node: { id: nodeId ?? 0, name: names.nodes.get(nodeId ?? 0) ?? '' },
    }),
    ...(hasBy && { by: login === undefined ? null : { id: row.user_id, login } }),
    ...stored,
  }
  return { ...storedEvent({ ...row, seq, node_id: nodeId }), data }
}

function storedEvent(row: Row): NumberedEvent {
  return {
    ...{ rowId: row.id, id: row.event_id, seq: row.seq ?? 0, kind: row.kind, version: row.version },
    ...{ gameServerId: row.server_id, nodeId: row.node_id, atMs: row.happened_at },
    data: parseJsonOrNull(storedData, row.data) ?? {},
  }
}
