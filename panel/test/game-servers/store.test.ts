import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { gameServersStoreSuite } from './store-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-game-servers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the store of game servers on sqlite', () => {
  gameServersStoreSuite(async () => ({ driver: 'sqlite', sqlitePath: join(folder, 'panel.sqlite') }))
})
