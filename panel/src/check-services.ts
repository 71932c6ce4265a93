// What `--check-services` says for `rookery doctor`: whether database and cache answer, and which versions the nodes run.

import type { PanelServicesReport } from '@rookery/contracts/up-protocol.ts'
import type { Config } from './config/config.ts'
import { databaseOptions, openCache } from './open-services.ts'
import { inspectDatabase } from './platform/database/upkeep/inspect-database.ts'
import { findUnreadableSecrets, secretKeysOf } from './stored-secrets.ts'

type Found = Pick<PanelServicesReport, 'nodes' | 'unreadableSecrets'>

const quiet = { info: () => {}, warn: () => {} }

export async function checkServices(config: Config, version: string): Promise<PanelServicesReport> {
  const found: Found = { nodes: [], unreadableSecrets: [] }
  return { version, database: await checkDatabase(config, found), cache: await checkCache(config), ...found }
}

async function checkDatabase(config: Config, found: Found): Promise<PanelServicesReport['database']> {
  try {
    const { schema, clockAheadMs } = await inspectDatabase(databaseOptions(config), async db => {
      const rows = await db
        .selectFrom('nodes')
        .select(['name', 'version', 'last_seen_at as lastSeenAtMs'])
        .orderBy('id')
        .execute()
      found.nodes.push(...rows)
      found.unreadableSecrets.push(...(await findUnreadableSecrets(db, secretKeysOf(config))))
    })
    return { problem: null, schema, clockAheadMs }
  } catch (error) {
    return { problem: messageOf(error), schema: null, clockAheadMs: null }
  }
}

async function checkCache(config: Config): Promise<PanelServicesReport['cache']> {
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
