// T-108: the disk under the panel's database is really full: nothing is half written, nothing is lost, and it recovers.

import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { keepCopyBeforeChange } from '../../src/platform/database/upkeep/keep-copy.ts'
import { codeOf, startTestPanel, type TestPanel } from '../start-test-panel.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-full-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder], { encoding: 'utf8' })
const canMount = mounted.status === 0
if (!canMount) console.warn(`skipped: no small disk can be mounted here (${(mounted.stderr ?? '').trim()})`)
const padding = join(folder, 'padding')
const patient = { timeout: 60_000, interval: 200 }
const quiet = { info: () => {}, warn: () => {} }

/** Writes until nothing fits any more. */
function fillUp(): void {
  const file = openSync(padding, 'w')
  try {
    for (const size of [65_536, 4_096]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(file)
  }
}
const makeRoom = () => rmSync(padding, { force: true })

afterAll(() => {
  if (canMount) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!canMount)('the disk is full', () => {
  let panel: TestPanel
  let sessionToken: string
  beforeAll(async () => {
    panel = await startTestPanel({ dataDir: folder })
    sessionToken = await panel.signIn()
  })
  afterAll(async () => {
    makeRoom()
    await panel?.halt()
  })

  const addUser = (login: string) =>
    panel.request('POST', '/api/users', {
      sessionToken,
      // Large, so that a page that happens to be free is not enough.
      body: { login, name: 'n'.repeat(60), password: 'a password for the disk' },
    })
  const logins = async () => {
    const { json } = await panel.request('GET', '/api/users?per_page=1000', { sessionToken })
    return (json as { login: string }[]).map(user => user.login)
  }

  test('T-108 writes are 5xx and leave nothing, reads go on, the audit is told, and room brings everything back', async () => {
    expect((await addUser('before')).status).toBe(201)
    fillUp()
    const accepted: string[] = []
    let refused = 0
    for (let count = 0; count < 400 && refused < 5; count++) {
      const answer = await addUser(`during-${count}`)
      if (answer.status === 201) accepted.push(`during-${count}`)
      else {
        expect([answer.status, codeOf(answer)]).toEqual([507, 'panel_disk_full'])
        expect(answer.text).toContain("the panel's disk is full")
        refused++
      }
    }
    expect(refused).toBe(5)
    expect((await logins()).toSorted()).toEqual(['admin', 'before', ...accepted].toSorted())
    expect((await panel.request('GET', '/api/profile', { sessionToken })).status).toBe(200)
    expect((await panel.request('GET', '/api/health')).status).toBe(200)
    const notReady = await panel.request('GET', '/api/ready')
    expect([notReady.status, codeOf(notReady)]).toEqual([507, 'panel_disk_full'])
    const denied = await panel.request('POST', '/api/auth/login', {
      body: { login: 'admin', password: 'wrong' },
    })
    expect(denied.status).toBe(401)
    expect(panel.logLines.some(line => line.includes('auth.') && line.includes('fail'))).toBe(true)
    makeRoom()
    expect((await addUser('after')).status).toBe(201)
    await expect.poll(async () => (await panel.request('GET', '/api/ready')).status, patient).toBe(200)
    expect((await logins()).toSorted()).toEqual(['admin', 'before', ...accepted, 'after'].toSorted())
    const { rows } = await panel.db.executeQuery<{ integrity_check: string }>(integrityCheck())
    expect(rows).toEqual([{ integrity_check: 'ok' }])
  }, 180_000)

  test('a schema is not changed where its copy does not fit', async () => {
    const file = join(folder, 'older.sqlite')
    const database = await openDatabase({ driver: 'sqlite', sqlitePath: file }, quiet)
    try {
      await migrate(database, Object.fromEntries(Object.entries(migrations).slice(0, -1)))
      fillUp()
      await expect(keepCopyBeforeChange(database, file, new Date().toISOString())).rejects.toThrow(
        /make room/,
      )
      makeRoom()
      expect(await keepCopyBeforeChange(database, file, new Date().toISOString())).toContain('.kept-')
    } finally {
      await database.close()
    }
  })
})

function integrityCheck() {
  return {
    sql: 'pragma integrity_check',
    parameters: [],
    query: { kind: 'RawNode' },
    queryId: { queryId: 'check' },
  } as never
}
