import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { templatesStoreSuite } from './store-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-templates-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the store of templates on sqlite', () => {
  templatesStoreSuite(async () => ({ driver: 'sqlite', sqlitePath: join(folder, 'panel.sqlite') }))
})
