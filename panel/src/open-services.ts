// Opens what the panel stands on, as the configuration names it: the database and the cache.

import { randomUUID } from 'node:crypto'
import type { Config } from './config/config.ts'
import type { OpenCache } from './platform/cache/cache.ts'
import { MemoryCache } from './platform/cache/memory-cache.ts'
import { type Database, type DatabaseOptions, openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { keepCopyBeforeChange } from './platform/database/upkeep/keep-copy.ts'
import { checkDatabase, checkFiles, storeId } from './platform/installation/installation.ts'
import type { Log } from './platform/log.ts'

export function databaseOptions({ database }: Config): DatabaseOptions {
  return database.driver === 'sqlite'
    ? { driver: database.driver, sqlitePath: database.file }
    : { driver: database.driver, url: database.url.reveal() }
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
  const place = {
    configFile: config.configFile,
    databaseFile: config.database.driver === 'sqlite' ? config.database.file : null,
    databaseName: config.database.driver === 'sqlite' ? config.database.file : 'the database in DATABASE_URL',
    beginsAnew,
  }
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
