import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { backupsStoreSuite } from './store-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the stores of backups on sqlite', () => {
  backupsStoreSuite(async () => ({ driver: 'sqlite', sqlitePath: join(folder, 'panel.sqlite') }))
})
