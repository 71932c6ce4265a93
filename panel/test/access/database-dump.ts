// All rows of a test panel's database, and in which columns two dumps of it differ.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { tableNames } from '../../src/platform/database/schema.ts'
import type { TestPanel } from '../start-test-panel.ts'

type Row = Record<string, unknown>
export type Dump = ReadonlyMap<string, Row>

/** What happened is written a moment after its request, so it would be found in the dump of another. */
const writtenLater = ['activity', 'events', 'event_numbers', 'event_conditions', 'webhook_deliveries']
const dumpedTables = tableNames.filter(table => !writtenLater.includes(table))

export async function columnNames(panel: TestPanel): Promise<string[]> {
  const names = new Set<string>()
  for (const table of tableNames) {
    const { rows } = await sql<{ name: string }>`pragma table_info(${sql.id(table)})`.execute(panel.db)
    for (const { name } of rows) names.add(name)
  }
  return [...names].toSorted()
}

/** A second connection to the database of a panel, which knows whether the panel has written anything since it looked. */
interface Reader {
  file: DatabaseSync
  version: unknown
  last: Dump
}
const readers = new WeakMap<TestPanel, Reader>()

/** Rows by table and key; those of before where nothing was written since. */
export async function dump(panel: TestPanel): Promise<Dump> {
  const reader = readers.get(panel) ?? openReader(panel)
  const version = reader.file.prepare('pragma data_version').get()?.data_version
  if (version !== reader.version) Object.assign(reader, { version, last: readAll(reader.file) })
  return reader.last
}

function openReader(panel: TestPanel): Reader {
  const file = new DatabaseSync(join(panel.dataDir, 'panel.sqlite'), { readOnly: true })
  const reader = { file, version: null, last: new Map() }
  readers.set(panel, reader)
  return reader
}

function readAll(file: DatabaseSync): Dump {
  const found = new Map<string, Row>()
  for (const table of dumpedTables) {
    for (const row of file.prepare(`select * from "${table}"`).all()) {
      const key = row.id ?? row.jti ?? row.scope ?? row.name ?? row
      found.set(`${table} ${JSON.stringify(key)}`, row)
    }
  }
  return found
}

/** New and lost rows and changed columns. A new row is told by what kind of value each column holds. */
export function changesBetween(before: Dump, after: Dump): string[] {
  const changes: string[] = []
  for (const [key, row] of after) {
    const old = before.get(key)
    const table = key.split(' ')[0]
    if (old === undefined) changes.push(`${table}: new with ${kindsIn(row)}`)
    else for (const column of changedColumns(old, row)) changes.push(`${key}: ${column} changed`)
  }
  for (const key of before.keys()) if (!after.has(key)) changes.push(`${key}: gone`)
  return changes.toSorted()
}

function changedColumns(old: Row, row: Row): string[] {
  return Object.keys(row).filter(column => row[column] !== old[column])
}

/** 0 and 1 are told apart, because they may stand for false and true. */
function kindsIn(row: Row): string {
  const kindOf = (value: unknown) => (value === null || value === 0 || value === 1 ? value : typeof value)
  return Object.entries(row)
    .filter(([column]) => column !== 'id' && !column.endsWith('_id'))
    .map(([column, value]) => `${column}=${kindOf(value)}`)
    .join(' ')
}
