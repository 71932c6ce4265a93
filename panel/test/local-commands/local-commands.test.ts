// `rookery user` with SQLite, and what is in its way before it reaches anybody.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTakeLocalCommands } from '../../src/features/local-commands/local-commands.ts'
import { createChanges } from '../../src/platform/changes.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { runUserCommand } from '../../src/run-user-command.ts'
import { startTestPanel } from '../start-test-panel.ts'
import { configFor, localCommandsSuite } from './local-commands-suite.ts'

describe('on SQLite', () => localCommandsSuite(async () => ({})))
describe('with JWT sessions', () => localCommandsSuite(async () => ({ AUTH_SERVICE: 'jwt' })))

describe('what is in the way', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-user-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const problemOf = async (variables: Record<string, string>) => {
    const list = Readable.from(['{"command":"list"}'])
    return (await runUserCommand(configFor(folder, variables), list)).problem
  }

  test('a database that is not there is said, and not made', async () => {
    expect(await problemOf({})).toMatch(/^there is no database yet \(.*panel\.sqlite\): start the panel once/)
    expect(readdirSync(folder)).toEqual([])
  })

  test('a database that is away is said with its address and without its password', async () => {
    const url = 'postgres://rookery:hidden-word@127.0.0.1:1/rookery'
    const problem = await problemOf({ DATABASE_DRIVER: 'postgres', DATABASE_URL: url })
    expect(problem).toMatch(/127\.0\.0\.1.*1/)
    expect(problem).not.toContain('hidden-word')
  })

  test('a database of an earlier version is left as it is', async () => {
    const path = join(folder, 'panel.sqlite')
    const database = await openDatabase({ driver: 'sqlite', sqlitePath: path }, { info() {}, warn() {} })
    await database.close()
    expect(await problemOf({})).toMatch(/earlier version of the panel: start the panel of this version once/)
  })
})

test('6.4 an audit line stays in the database when the panel dies while it writes it', async () => {
  const panel = await startTestPanel()
  try {
    const { db, app } = panel
    await db
      .insertInto('local_commands')
      .values({ user_id: 1, audit_line: '{"event":"user.created"}' })
      .execute()
    const written: string[] = []
    let isDying = true
    const take = createTakeLocalCommands({
      db,
      users: app.users,
      audit: {
        recordPrepared(line) {
          if (isDying) throw new Error('the end')
          written.push(line)
        },
      },
      changes: createChanges(),
    })
    await expect(take()).rejects.toThrow('the end')
    isDying = false
    await take()
    await take()
    expect(written).toEqual(['{"event":"user.created"}'])
  } finally {
    await panel.stop()
  }
})
