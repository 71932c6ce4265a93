// What the doctor learns from the panel about real databases and a real Redis, there and away.

import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingMariadb } from '../../../test-services/mariadb.ts'
import { openPausableProxy, type PausableProxy } from '../../../test-services/pausable-proxy.ts'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { missingRedis, startRedis } from '../../../test-services/redis.ts'
import type { RunningComponent } from '../../../test-services/running-component.ts'
import { sharedMariadb, sharedPostgres } from '../../../test-services/shared.ts'
import { migrations } from '../../migrations/index.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import { checkServices, openInstallation } from '../../src/open-services.ts'
import { createLog } from '../../src/platform/log.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-services-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function configOf(variables: Record<string, string>): Config {
  const environment = { DATA_DIR: folder, AUTH_SECRET: '0123456789abcdef'.repeat(2), ...variables }
  const reading = readConfig({ environment, fileText: null, workingDirectory: folder })
  if ('problems' in reading) throw new Error(reading.problems.join('\n'))
  return reading.config
}

async function migrateWithNode(config: Config): Promise<void> {
  const { database } = await openInstallation(config, createLog('silent'), false)
  const defaults = { ips: '[]', runtimes: '[]', limits: '{}', created_at: 1, updated_at: 1 }
  await database.db
    .insertInto('nodes')
    .values({ name: 'far', version: '0.0.9', ...defaults })
    .execute()
  await database.close()
}

const engines = [
  { name: 'PostgreSQL', driver: 'postgres', missing: missingPostgres(), open: sharedPostgres },
  { name: 'MariaDB', driver: 'mysql', missing: missingMariadb(), open: sharedMariadb },
]

describe.each(engines)('$name', ({ driver, missing, open }) => {
  let proxy: PausableProxy
  let config: Config
  beforeAll(async () => {
    if (missing !== null) return
    const database = await open()
    proxy = await openPausableProxy(database.port)
    const url = proxy.through(await database.createDatabase())
    config = configOf({ DATABASE_DRIVER: driver, DATABASE_URL: url })
  })
  afterAll(() => proxy?.close())

  test.skipIf(missing !== null)(
    'empty, empty although it was set up, migrated with a node, and away',
    async () => {
      const empty = await checkServices(config, '1.2.3')
      expect(empty).toMatchObject({ version: '1.2.3', nodes: [], cache: { name: 'memory', problem: null } })
      expect(empty.database).toMatchObject({ problem: null, schema: { pending: Object.keys(migrations) } })
      const installed = { ...config, configFile: join(folder, driver, 'config.env') }
      mkdirSync(join(folder, driver))
      writeFileSync(join(folder, driver, 'installation.json'), JSON.stringify({ id: randomUUID() }))
      const { problem } = (await checkServices(installed, '1.2.3')).database
      expect(problem).toMatch(/^the database of this installation is gone: .*DATABASE_URL.*start over/)
      await migrateWithNode(config)
      const migrated = await checkServices(config, '1.2.3')
      expect(migrated.database).toMatchObject({ problem: null, schema: { pending: [], unknown: [] } })
      const node = {
        id: expect.any(Number),
        name: 'far',
        version: '0.0.9',
        lastSeenAtMs: null,
        refusal: null,
      }
      expect(migrated.nodes).toEqual([node])
      // The same machine: whatever is seen is the time that asking takes.
      expect(Math.abs(migrated.database.clockAheadMs ?? Number.NaN)).toBeLessThan(30_000)
      proxy.refuse()
      const away = await checkServices(config, '1.2.3')
      expect(away.database).toMatchObject({ problem: expect.any(String), schema: null })
      expect(away.database.problem).not.toContain(new URL(configUrl(config)).password)
    },
  )
})

const configUrl = (config: Config) =>
  config.database.driver === 'sqlite' ? '' : config.database.url.reveal()

describe.skipIf(missingRedis() !== null)('Redis', () => {
  let redis: RunningComponent
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis?.stop())

  test('there, with a wrong password, and away', async () => {
    const { host, password } = new URL(redis.url)
    const variables = { CACHE_DRIVER: 'redis', CACHE_REDIS_ADDR: host }
    const good = configOf({ ...variables, CACHE_REDIS_PASSWORD: password })
    expect((await checkServices(good, '1')).cache).toEqual({ name: `Redis at ${host}`, problem: null })
    const wrong = await checkServices(configOf({ ...variables, CACHE_REDIS_PASSWORD: 'not this one' }), '1')
    expect(wrong.cache.problem).toEqual(expect.any(String))
    expect(wrong.cache.problem).not.toContain('not this one')
    await redis.stop()
    expect((await checkServices(good, '1')).cache.problem).toEqual(expect.any(String))
  })
})
