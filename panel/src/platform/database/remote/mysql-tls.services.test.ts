// MariaDB over TLS: the panel and the programs that dump and load believe one certificate, and no other.

import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingMariadb, startMariadbWithTls } from '../../../../../test-services/mariadb.ts'
import { createCertificate } from '../../../../../test-services/web-proxies.ts'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { dumpDatabase } from '../upkeep/dump-database.ts'
import { loadDump } from '../upkeep/load-dump.ts'

const missing = missingMariadb()
if (missing !== null) console.warn(`skipped: ${missing}`)

const driver = 'mysql'

describe.skipIf(missing !== null)('MariaDB over TLS', () => {
  let folder: string
  let mariadb: Awaited<ReturnType<typeof startMariadbWithTls>>
  let certificateOfOther: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-tls-'))
    mkdirSync(join(folder, 'other'))
    createCertificate(join(folder, 'other'), 'IP:127.0.0.1')
    certificateOfOther = join(folder, 'other/certificate.pem')
    mariadb = await startMariadbWithTls()
  })
  afterAll(async () => {
    await mariadb?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (url: string) => openDatabase({ driver, url }, { info: () => {}, warn: () => {} })
  const believing = (url: string, certificateFile: string) => `${url}?sslrootcert=${certificateFile}`
  async function dumpOf(url: string, name: string): Promise<string> {
    const file = join(folder, name)
    const output = openSync(file, 'wx')
    try {
      await dumpDatabase(driver, url, output)
    } finally {
      closeSync(output)
    }
    return file
  }

  test('with its certificate a panel is migrated, dumped, and loaded into another database', async () => {
    const url = believing(await mariadb.createDatabase(), mariadb.certificateFile)
    const database = await open(url)
    try {
      const { rows } = await sql<{ Value: string }>`show session status like 'Ssl_cipher'`.execute(
        database.db,
      )
      expect(rows[0]?.Value).not.toBe('')
      await migrate(database)
      await sql`insert into users (login, login_key, name, password_hash, metadata, created_at, updated_at)
        values ('saved', 'saved', 'saved', 'none', '{}', 0, 0)`.execute(database.db)
    } finally {
      await database.close()
    }
    const file = await dumpOf(url, 'dump')
    expect(readFileSync(file, 'latin1')).toContain('game_servers')
    const other = believing(await mariadb.createDatabase(), mariadb.certificateFile)
    expect(await loadDump({ driver, url: other, file, keepIn: null })).toBeNull()
    const loaded = await open(other)
    try {
      expect(await loaded.db.selectFrom('users').select('login').execute()).toEqual([{ login: 'saved' }])
    } finally {
      await loaded.close()
    }
    const foreign = believing(await mariadb.createDatabase(), certificateOfOther)
    await expect(loadDump({ driver, url: foreign, file, keepIn: null })).rejects.toThrow(/certificate/)
  })

  test.each([
    ['the certificate of another server', () => certificateOfOther],
    ['the authorities of Node.js', () => null],
  ])('with %s nothing is read', async (_, certificateFile) => {
    const url = await mariadb.createDatabase()
    const file = certificateFile()
    const checked = file === null ? `${url}?ssl=true` : believing(url, file)
    await expect(open(checked)).rejects.toThrow(/certificate/)
    const name = `refused-${file === null}`
    await expect(dumpOf(checked, name)).rejects.toThrow(/dump failed: .*certificate/)
    expect(statSync(join(folder, name)).size).toBe(0)
  })

  test('another name than that of the certificate is refused', async () => {
    const url = new URL(believing(await mariadb.createDatabase(), mariadb.certificateFile))
    url.hostname = 'localhost'
    await expect(open(url.href)).rejects.toThrow(/certificate|altnames/)
    await expect(dumpOf(url.href, 'misnamed')).rejects.toThrow(/dump failed: /)
  })

  test('unchecked it is encrypted all the same; a client that comes without TLS is sent away', async () => {
    const url = await mariadb.createDatabase()
    const database = await open(`${url}?ssl=no-verify`)
    await migrate(database)
    await database.close()
    expect(readFileSync(await dumpOf(`${url}?ssl=no-verify`, 'unchecked'), 'latin1')).toContain(
      'game_servers',
    )
    await expect(open(url)).rejects.toThrow(/refuses the user "rookery"/)
  })
})
