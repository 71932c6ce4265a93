// An older database under a newer program: copied, migrated, and brought back by hand as the guide says.

import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '../../panel/migrations/index.ts'
import { openDatabase } from '../../panel/src/platform/database/database.ts'
import { migrate } from '../../panel/src/platform/database/migrate.ts'
import { PanelHome } from '../operate/panel-home.ts'

const older = Object.fromEntries(Object.entries(migrations).slice(0, -1))
let home: PanelHome
beforeEach(() => {
  home = new PanelHome()
})
afterEach(() => home.remove())

const copies = () => readdirSync(home.dataDir).filter(name => name.includes('.kept-'))

async function createOlderDatabase(file: string): Promise<void> {
  const database = await openDatabase(
    { driver: 'sqlite', sqlitePath: file },
    { info: () => {}, warn: () => {} },
  )
  await migrate(database, older)
  // Somebody is in it: a database without people counts as lost once the installation was set up.
  const [login, times] = ['admin', { created_at: 1, updated_at: 1 }]
  const user = { login, login_key: login, name: '', password_hash: '', metadata: '{}', ...times }
  await database.db.insertInto('users').values(user).execute()
  await database.close()
}

function schemaOf(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('SELECT name FROM kysely_migration ORDER BY name').all()
  database.close()
  return rows.map(row => row.name)
}

test('T-110 an older database is copied and migrated by the start, and the copy works again', async () => {
  mkdirSync(home.dataDir)
  const file = join(home.dataDir, 'panel.sqlite')
  await createOlderDatabase(file)
  expect((await home.rookery('doctor')).output).not.toContain('newer version')
  await home.start()
  const [copy = ''] = copies()
  expect(copies()).toHaveLength(1)
  expect(statSync(join(home.dataDir, copy)).mode & 0o777).toBe(0o600)
  expect(schemaOf(file)).toEqual(Object.keys(migrations))
  expect(schemaOf(join(home.dataDir, copy))).toEqual(Object.keys(older))
  await home.halt()
  // A start that changes nothing copies nothing.
  await home.start()
  expect(copies()).toHaveLength(1)
  await home.halt()
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
  copyFileSync(join(home.dataDir, copy), file)
  await home.start()
  expect(schemaOf(file)).toEqual(Object.keys(migrations))
})
