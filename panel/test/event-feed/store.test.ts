import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { eventFeedStoreSuite } from './store-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-events-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the store of events on sqlite', () => {
  eventFeedStoreSuite(async () => ({ driver: 'sqlite', sqlitePath: join(folder, 'panel.sqlite') }))
})
