// The file of the metrics history: the newest points of all sources moment by moment, older ones packed source by source.

import { closeSync, openSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import {
  gameServerColumns,
  type HistoryColumn,
  type MarkKind,
  markKinds,
  nodeColumns,
} from '@rookery/contracts/metric-history.ts'
import { inTransaction } from '../../../platform/store.ts'
import { packBlock, packMoment, type SourceValues, unpackBlock, unpackMoment } from './logic/packed-points.ts'
import { blockSeconds, type StoredStep } from './logic/retention.ts'
import type { ColumnValues, HistoryPoint } from './logic/roll-up.ts'

/** The node itself among the sources; game servers are known by their uuid. */
export const nodeSourceUuid = ''

/** More than a thousand game servers fill. When it is reached nothing more is stored, and nothing else is harmed. */
const largestFileBytes = 512 * 1024 * 1024
const pageBytes = 4_096

/** Result codes of SQLite, the primary byte. */
const corrupt = 11
const notADatabase = 26

export interface StoredMark {
  atMs: number
  kind: MarkKind
  detail: string
}

/**
 * `recent`: one row for all sources at a moment, so that a minute costs one small write however many game servers there
 * are. `blocks`: an hour of minutes or a day of ten minutes of one source, so that a month of one game server is read
 * without touching the others.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS sources (id INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS recent (
    step INTEGER NOT NULL, at INTEGER NOT NULL, points BLOB NOT NULL, PRIMARY KEY (step, at)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS blocks (
    source INTEGER NOT NULL, step INTEGER NOT NULL, begin INTEGER NOT NULL, points BLOB NOT NULL,
    PRIMARY KEY (source, step, begin)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS marks (
    source INTEGER NOT NULL, at_ms INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL,
    PRIMARY KEY (source, at_ms, kind)
  ) STRICT, WITHOUT ROWID;
`

export type HistoryStore = ReturnType<typeof openHistoryStore>

/** A file that is damaged is put aside: charts begin anew, and nothing else depends on it. Throws where it cannot be opened. */
export function openHistoryStore(file: string, options: { largestBytes?: number } = {}) {
  const largestBytes = options.largestBytes ?? largestFileBytes
  try {
    return createHistoryStore(openFile(file, largestBytes))
  } catch (error) {
    if (!isDamage(error)) throw error
    for (const ending of ['', '-wal', '-shm']) putAside(`${file}${ending}`, `${file}.damaged${ending}`)
    return createHistoryStore(openFile(file, largestBytes))
  }
}

function putAside(file: string, to: string): void {
  try {
    renameSync(file, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function openFile(file: string, largestBytes: number): DatabaseSync {
  // Private before SQLite makes it: why a game crashed is not for every user of the machine.
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec(`PRAGMA page_size = ${pageBytes}`)
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA journal_mode = WAL')
    // A machine that loses power may forget the last minutes; the file stays whole.
    database.exec('PRAGMA synchronous = NORMAL')
    database.exec('PRAGMA journal_size_limit = 4194304')
    database.exec(`PRAGMA max_page_count = ${Math.max(8, Math.floor(largestBytes / pageBytes))}`)
    database.exec(schema)
    renew(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** How points are packed in this file; those that are packed in another way are forgotten. */
const formatVersion = 1

function renew(database: DatabaseSync): void {
  const found = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (found === formatVersion) return
  database.exec(`DELETE FROM recent; DELETE FROM blocks; PRAGMA user_version = ${formatVersion}`)
}

export function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
  return code === corrupt || code === notADatabase
}

function createHistoryStore(database: DatabaseSync) {
  const statements = prepareStatements(database)
  const ids = new Map<string, number>()
  const uuids = new Map<number, string>()
  for (const row of statements.sources.all()) remember(String(row.uuid), Number(row.id))

  function remember(uuid: string, id: number): void {
    ids.set(uuid, id)
    uuids.set(id, uuid)
  }

  function forgetSource(id: number): void {
    ids.delete(uuids.get(id) ?? '?')
    uuids.delete(id)
  }

  const columnsOf = (source: number): readonly HistoryColumn[] | null => {
    const uuid = uuids.get(source)
    return uuid === undefined ? null : columnsOfUuid(uuid)
  }

  /** Within the transaction of whoever asks. */
  function idOf(uuid: string): number {
    const known = ids.get(uuid)
    if (known !== undefined) return known
    return Number(statements.addSource.run(uuid).lastInsertRowid)
  }

  const readBlock = (columns: readonly HistoryColumn[], points: unknown) =>
    unpackBlock(columns, inflateRawSync(points as Uint8Array))

  function read(uuid: string, step: StoredStep, from: number, to: number): HistoryPoint[] {
    const source = ids.get(uuid)
    if (source === undefined) return []
    const columns = columnsOfUuid(uuid)
    const found = new Map<number, ColumnValues>()
    for (const row of statements.blocks.all(source, step, from - blockSeconds[step], to)) {
      const begin = Number(row.begin)
      for (const [slot, values] of readBlock(columns, row.points).entries()) {
        const at = begin + slot * step
        if (values && at >= from && at < to) found.set(at, values)
      }
    }
    for (const row of statements.recent.all(step, from, to)) {
      const values = unpackMoment(id => (id === source ? columns : null), row.points as Uint8Array).get(
        source,
      )
      if (values) found.set(Number(row.at), values)
    }
    return [...found]
      .sort(([one], [other]) => one - other)
      .map(([atSeconds, values]) => ({ atSeconds, values }))
  }

  return {
    /** One point of many sources, all of them or none. One that is there already is replaced. */
    append(step: StoredStep, moments: ReadonlyMap<number, ReadonlyMap<string, ColumnValues>>): void {
      const added = inTransaction(database, () => {
        const fresh = new Map<string, number>()
        for (const [at, points] of moments) {
          const all: SourceValues[] = []
          for (const [uuid, values] of points) {
            const source = fresh.get(uuid) ?? idOf(uuid)
            if (!ids.has(uuid)) fresh.set(uuid, source)
            all.push({ source, values, columns: columnsOfUuid(uuid) })
          }
          statements.putRecent.run(step, at, packMoment(all))
        }
        return fresh
      })
      for (const [uuid, id] of added) remember(uuid, id)
    },

    /** The moments that are not packed yet, the oldest first. */
    recentMoments: (step: StoredStep): number[] =>
      statements.recentMoments.all(step).map(row => Number(row.at)),

    /** Of all sources, from `from` up to, not including, `to`. */
    recent(step: StoredStep, from: number, to: number): Map<string, HistoryPoint[]> {
      const found = new Map<string, HistoryPoint[]>()
      for (const row of statements.recent.all(step, from, to)) {
        for (const [source, values] of unpackMoment(columnsOf, row.points as Uint8Array)) {
          const uuid = uuids.get(source) ?? ''
          const points = found.get(uuid) ?? []
          found.set(uuid, points)
          points.push({ atSeconds: Number(row.at), values })
        }
      }
      return found
    },

    /** Puts points of one block into it, over what is there. The same again changes nothing. */
    pack(step: StoredStep, begin: number, sources: ReadonlyMap<string, readonly HistoryPoint[]>): void {
      inTransaction(database, () => {
        for (const [uuid, points] of sources) {
          const source = ids.get(uuid)
          if (source === undefined) continue
          const columns = columnsOfUuid(uuid)
          const stored = statements.block.get(source, step, begin)
          const slots: (ColumnValues | null)[] = stored
            ? readBlock(columns, stored.points)
            : Array.from({ length: blockSeconds[step] / step }, () => null)
          for (const { atSeconds, values } of points) slots[(atSeconds - begin) / step] = values
          statements.putBlock.run(source, step, begin, deflateRawSync(packBlock(columns, slots)))
        }
      })
    },

    dropRecent(step: StoredStep, begin: number, end: number): void {
      statements.dropRecent.run(step, begin, end)
    },

    /** Points of one source from `from` up to, not including, `to`, the oldest first. */
    read,

    /** Where the oldest stored point of a source stands; null when there is none. */
    oldest(uuid: string, step: StoredStep): number | null {
      const source = ids.get(uuid)
      if (source === undefined) return null
      const begin = statements.oldestBlock.get(source, step)?.begin ?? statements.oldestRecent.get(step)?.at
      if (begin === null || begin === undefined) return null
      return read(uuid, step, Number(begin), Number(begin) + blockSeconds[step])[0]?.atSeconds ?? null
    },

    addMark(uuid: string, { atMs, kind, detail }: StoredMark): void {
      const source = inTransaction(database, () => {
        const id = idOf(uuid)
        statements.addMark.run(id, atMs, kind, detail)
        return id
      })
      remember(uuid, source)
    },

    /** The newest of them, the oldest first. */
    marks(uuid: string, fromMs: number, toMs: number, limit: number): StoredMark[] {
      const source = ids.get(uuid)
      if (source === undefined) return []
      return statements.marks
        .all(source, fromMs, toMs, limit)
        .flatMap(row => {
          const kind = markKinds.find(known => known === row.kind)
          return kind ? [{ atMs: Number(row.at_ms), kind, detail: String(row.detail) }] : []
        })
        .reverse()
    },

    /** Forgets what begins outside of the range, which for a block is when all of it does. */
    prune(step: StoredStep, range: { from: number; to: number }): void {
      inTransaction(database, () => {
        statements.pruneRecent.run(step, range.from, range.to)
        statements.pruneBlocks.run(step, range.from - blockSeconds[step], range.to)
      })
    },

    pruneMarks(beforeMs: number, retained: number): void {
      inTransaction(database, () => {
        statements.pruneMarks.run(beforeMs)
        for (const id of ids.values()) statements.trimMarks.run(id, id, retained)
      })
    },

    /** Forgets all of the sources that are not among these. */
    keepSources(uuidsToKeep: ReadonlySet<string>): void {
      const gone = [...ids].filter(([uuid]) => !uuidsToKeep.has(uuid))
      if (gone.length === 0) return
      inTransaction(database, () => {
        for (const [, id] of gone) {
          statements.dropBlocks.run(id)
          statements.dropMarks.run(id)
          statements.dropSource.run(id)
        }
      })
      for (const [, id] of gone) forgetSource(id)
    },

    close: () => database.close(),
  }
}

const columnsOfUuid = (uuid: string): readonly HistoryColumn[] =>
  uuid === nodeSourceUuid ? nodeColumns : gameServerColumns

function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql)
  return {
    sources: prepare('SELECT id, uuid FROM sources'),
    addSource: prepare('INSERT INTO sources (uuid) VALUES (?)'),
    dropSource: prepare('DELETE FROM sources WHERE id = ?'),
    putRecent: prepare('INSERT OR REPLACE INTO recent (step, at, points) VALUES (?, ?, ?)'),
    recentMoments: prepare('SELECT at FROM recent WHERE step = ? ORDER BY at'),
    recent: prepare('SELECT at, points FROM recent WHERE step = ? AND at >= ? AND at < ? ORDER BY at'),
    dropRecent: prepare('DELETE FROM recent WHERE step = ? AND at >= ? AND at < ?'),
    oldestRecent: prepare('SELECT min(at) AS at FROM recent WHERE step = ?'),
    block: prepare('SELECT points FROM blocks WHERE source = ? AND step = ? AND begin = ?'),
    blocks: prepare(
      'SELECT begin, points FROM blocks WHERE source = ? AND step = ? AND begin > ? AND begin < ? ORDER BY begin',
    ),
    putBlock: prepare('INSERT OR REPLACE INTO blocks (source, step, begin, points) VALUES (?, ?, ?, ?)'),
    oldestBlock: prepare('SELECT min(begin) AS begin FROM blocks WHERE source = ? AND step = ?'),
    dropBlocks: prepare('DELETE FROM blocks WHERE source = ?'),
    pruneRecent: prepare('DELETE FROM recent WHERE step = ? AND (at < ? OR at > ?)'),
    pruneBlocks: prepare('DELETE FROM blocks WHERE step = ? AND (begin <= ? OR begin > ?)'),
    addMark: prepare('INSERT OR IGNORE INTO marks (source, at_ms, kind, detail) VALUES (?, ?, ?, ?)'),
    marks: prepare(
      'SELECT at_ms, kind, detail FROM marks WHERE source = ? AND at_ms >= ? AND at_ms < ? ORDER BY at_ms DESC LIMIT ?',
    ),
    pruneMarks: prepare('DELETE FROM marks WHERE at_ms < ?'),
    trimMarks: prepare(
      'DELETE FROM marks WHERE source = ? AND at_ms < (SELECT at_ms FROM marks WHERE source = ? ORDER BY at_ms DESC LIMIT 1 OFFSET ?)',
    ),
    dropMarks: prepare('DELETE FROM marks WHERE source = ?'),
  }
}
