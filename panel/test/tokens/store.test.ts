import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { tokenStoreSuite } from './store-suite.ts'

describe('stores of users and tokens on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-store-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  tokenStoreSuite(async () => ({ driver: 'sqlite', sqlitePath: join(folder, 'panel.sqlite') }))
})
