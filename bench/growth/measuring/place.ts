// Where a generated installation is kept: a folder, and for PostgreSQL a database in a cluster of its own.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from '../../../panel/src/platform/database/database.ts'
import { migrate } from '../../../panel/src/platform/database/migrate.ts'
import type { RunningDatabase } from '../../../test-services/running-component.ts'
import { fillInstallation } from '../filling/fill-installation.ts'
import type { Sizes } from '../logic/sizes.ts'

export interface Place {
  sizes: Sizes
  /** What the panel is told. */
  variables: Record<string, string>
  fillSeconds: number
  /** What the database takes of the disk. */
  megabytes: number
  remove(): void
}

/** Without a cluster it is an SQLite file. */
export async function createPlace(sizes: Sizes, cluster: RunningDatabase | null): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-growth-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const url = cluster ? await cluster.createDatabase() : null
    const options: DatabaseOptions = url
      ? { driver: 'postgres', url }
      : { driver: 'sqlite', sqlitePath: join(dataDir, 'panel.sqlite') }
    const beganAt = performance.now()
    let bytes = 0
    const database = await openDatabase(options, { info: () => {}, warn: () => {} })
    try {
      await migrate(database)
      await fillInstallation(database, sizes, Date.now())
      bytes = await bytesOf(database)
    } finally {
      await database.close()
    }
    const fillSeconds = (performance.now() - beganAt) / 1_000
    const variables = {
      DATA_DIR: dataDir,
      ...(url && { DATABASE_DRIVER: 'postgres', DATABASE_URL: url }),
    }
    return { sizes, variables, fillSeconds, megabytes: bytes / 1024 ** 2, remove }
  } catch (error) {
    remove()
    throw error
  }
}

async function bytesOf({ db, driver }: Database): Promise<number> {
  const question =
    driver === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: number
        }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
  return Number((await question.execute(db)).rows[0]?.bytes)
}
