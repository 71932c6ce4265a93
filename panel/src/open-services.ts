// What the panel stands on, as the configuration names it: opens the database and the cache, and checks them for
// `rookery doctor`.

import { randomUUID } from 'node:crypto'
import type { PanelServicesReport } from '@rookery/contracts/up-protocol.ts'
import type { Config } from './config/config.ts'
import { readRefusal } from './features/nodes/logic/node-refusal.ts'
import type { OpenCache } from './platform/cache/cache.ts'
import { MemoryCache } from './platform/cache/memory-cache.ts'
import { type Database, type DatabaseOptions, openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { inspectDatabase } from './platform/database/upkeep/inspect-database.ts'
import { keepCopyBeforeChange } from './platform/database/upkeep/keep-copy.ts'
import { readSchemaState } from './platform/database/upkeep/schema-state.ts'
import {
  checkDatabase,
  checkFiles,
  type InstallationPlace,
  storeId,
} from './platform/installation/installation.ts'
import type { Log } from './platform/log.ts'
import { findUnreadableSecrets, secretKeysOf } from './stored-secrets.ts'

export function databaseOptions({ database }: Config): DatabaseOptions {
  return database.driver === 'sqlite'
    ? { driver: database.driver, sqlitePath: database.file }
    : { driver: database.driver, url: database.url.reveal() }
}

/** What is known of the installation before its database is opened. */
export function installationPlace({ configFile, database }: Config, beginsAnew: boolean): InstallationPlace {
  const databaseFile = database.driver === 'sqlite' ? database.file : null
  return {
    configFile,
    databaseFile,
    databaseName: databaseFile ?? 'the database in DATABASE_URL',
    beginsAnew,
  }
}

/**
 * Open and with this version's schema; an SQLite file is copied beside itself before it is changed. Refuses a database
 * that is not the one of this installation, before anything is written. Gives the installation's id with it.
 */
export async function openInstallation(
  config: Config,
  log: Log,
  beginsAnew: boolean,
): Promise<{ database: Database; installationId: string }> {
  const place = installationPlace(config, beginsAnew)
  checkFiles(place)
  const database = await openDatabase(databaseOptions(config), log)
  try {
    const id = await checkDatabase(database.db, place)
    await bringUpToDate(config, database, log)
    return { database, installationId: await storeId(database.db, id ?? randomUUID()) }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function bringUpToDate(config: Config, database: Database, log: Log): Promise<void> {
  if (config.database.driver === 'sqlite') {
    const copy = await keepCopyBeforeChange(database, config.database.file, new Date().toISOString())
    if (copy !== null) log.info({ copy }, 'the database was copied before its schema is changed')
  }
  const applied = await migrate(database)
  const { unknown } = await readSchemaState(database.db)
  if (unknown.length > 0) {
    log.warn({ unknown }, 'the database has changes of a newer version, with which this one works')
  }
  if (applied.length > 0) log.info({ applied }, 'the database schema was brought up to date')
}

type CacheLog = Pick<Log, 'info' | 'warn'>

export async function openCache({ cache }: Config, log: CacheLog): Promise<OpenCache> {
  // Not the wall clock: when that is set back, nothing kept may live longer.
  if (cache.driver === 'memory') return new MemoryCache({ now: () => performance.now(), log })
  const { openRedisCache } = await import('./platform/cache/redis-cache.ts')
  const { host, port, password, database } = cache
  return openRedisCache({ address: `${host}:${port}`, password: password?.reveal(), database }, log)
}

type Found = Pick<PanelServicesReport, 'nodes' | 'unreadableSecrets'>

const quiet = { info: () => {}, warn: () => {} }

/** What `--check-services` says: whether database and cache answer, and which versions the nodes run. */
export async function checkServices(config: Config, version: string): Promise<PanelServicesReport> {
  const found: Found = { nodes: [], unreadableSecrets: [] }
  return {
    version,
    database: await reportDatabase(config, found),
    cache: await reportCache(config),
    ...found,
  }
}

async function reportDatabase(config: Config, found: Found): Promise<PanelServicesReport['database']> {
  try {
    // What keeps the panel from starting: a database that is gone, or that of another installation.
    const place = installationPlace(config, false)
    checkFiles(place)
    const { schema, clockAheadMs } = await inspectDatabase(databaseOptions(config), {
      async readAny(db) {
        await checkDatabase(db, place)
      },
      async readCurrent(db) {
        const rows = await db
          .selectFrom('nodes')
          .select(['id', 'name', 'version', 'last_seen_at as lastSeenAtMs', 'refusal'])
          .orderBy('id')
          .execute()
        found.nodes.push(...rows.map(row => ({ ...row, refusal: readRefusal(row.refusal) })))
        found.unreadableSecrets.push(...(await findUnreadableSecrets(db, secretKeysOf(config))))
      },
    })
    return { problem: null, schema, clockAheadMs }
  } catch (error) {
    return { problem: messageOf(error).replaceAll('\n', ' '), schema: null, clockAheadMs: null }
  }
}

async function reportCache(config: Config): Promise<PanelServicesReport['cache']> {
  const name =
    config.cache.driver === 'redis' ? `Redis at ${config.cache.host}:${config.cache.port}` : 'memory'
  try {
    const cache = await openCache(config, quiet)
    try {
      await cache.ping()
    } finally {
      await cache.close()
    }
    return { name, problem: null }
  } catch (error) {
    return { name, problem: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
