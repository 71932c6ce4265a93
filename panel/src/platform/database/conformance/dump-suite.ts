// What a dump before an upgrade must be on PostgreSQL and MariaDB.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { dumpDatabase } from '../upkeep/dump-database.ts'

export function describeDump(driver: 'postgres' | 'mysql', freshUrl: () => Promise<string>): void {
  test('a dump made before an upgrade holds the tables, and a database that does not answer is a sentence', async () => {
    const url = await freshUrl()
    const folder = mkdtempSync(join(tmpdir(), 'rookery-dump-'))
    const file = openSync(join(folder, 'dump'), 'w')
    try {
      const database = await openDatabase({ driver, url }, { info: () => {}, warn: () => {} })
      await migrate(database)
      await database.close()
      await dumpDatabase(driver, url, file)
      const dumped = readFileSync(join(folder, 'dump'), 'latin1')
      expect(dumped).toMatch(/migration_support/)
      expect(dumped).toMatch(/game_servers/)
      const wrong = new URL(url)
      wrong.port = '1'
      await expect(dumpDatabase(driver, wrong.href, file)).rejects.toThrow(/dump failed: /)
    } finally {
      closeSync(file)
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
