import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { activityStoreSuite } from './store-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-activity-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the store of activity on sqlite', () => {
  activityStoreSuite(async () => ({ driver: 'sqlite', sqlitePath: join(folder, 'panel.sqlite') }))
})
