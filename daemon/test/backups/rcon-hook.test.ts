// A game that is told by RCON to write its files: the shipped game answers, or cannot be reached.

import { copyFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { repositoryReport, templateBackup } from '@rookery/contracts/backups.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../test-services/running-component.ts'
import { shippedFromSource } from '../../src/features/install/shipped-games.ts'
import { openTestFolder, openTestNode, type TestNode } from '../open-test-node.ts'
import { openStorageFolder, storageIn } from './backed-up-game.ts'
import { createCopyingEngine } from './copying-engine.ts'

const password = 'hunter2-of-the-arena'
let node: TestNode
let storage: string
let definition: GameServerDefinition

beforeAll(async () => {
  storage = openStorageFolder()
  node = await openTestNode(openTestFolder(), {}, { backupEngines: [createCopyingEngine()] })
  const shipped = await shippedFromSource(resolve(import.meta.dirname, '../../..'), node.folder)
  const place = join(node.folder, 'arena.mjs')
  if (shipped.arena !== place) copyFileSync(shipped.arena, place)
  const ports = [await freePort(), await freePort(), await freePort()] as const
  definition = node.put(1, {
    command: [
      ...['{runtime.node}', 'arena.mjs', '--ip', '127.0.0.1', '--name', 'Arena', '--port', String(ports[0])],
      ...['--query-port', String(ports[1]), '--rcon-port', String(ports[2])],
    ],
    environment: { ARENA_RCON_PASSWORD: password },
    install: [{ do: 'copy-shipped', game: 'arena', to: 'arena.mjs', words: 'copying the arena' }],
    ready: { pattern: 'Arena is ready', grace_ms: 0 },
    rcon: { protocol: 'source', port: ports[2], password },
    backup: templateBackup.parse({ rcon: true, before: ['players'] }),
    backup_storages: [storageIn(storage)],
    secrets: [password],
  })
  await node.run(1, 'install')
  await node.run(1, 'start')
})
afterAll(async () => {
  await node?.end()
  rmSync(storage, { recursive: true, force: true })
})

async function takeWith(backup: object, rconPassword: string, revision: number) {
  const rcon = definition.rcon && { ...definition.rcon, password: rconPassword }
  node.put(1, { ...definition, rcon, backup: templateBackup.parse({ rcon: true, ...backup }) }, revision)
  expect(await node.run(1, 'backup', '{}')).toMatchObject({ status: 'success' })
  const reports = node.sent.flatMap(sent => (sent.$case === 'backupReport' ? [sent.value.report] : []))
  return repositoryReport.parse(JSON.parse(reports.at(-1) ?? '')).backups.at(-1)
}

it('a game that answers by RCON has written its files', async () => {
  expect(await takeWith({ before: ['players'] }, password, 2)).toMatchObject({
    ...{ consistency: 'flushed', warnings: [] },
  })
})

it('an answer other than the one that is waited for says that it may not be whole', async () => {
  const taken = await takeWith({ before: ['players'], wait_for: 'World saved' }, password, 3)
  expect(taken).toMatchObject({ consistency: 'live', warnings: [expect.stringContaining('World saved')] })
})

it('a game that RCON does not reach is backed up all the same, and the backup says so', async () => {
  const taken = await takeWith({ before: ['players'] }, 'another one', 4)
  expect(taken?.consistency).toBe('live')
  expect(taken?.warnings[0]).toMatch(/^the game could not be told to write its files: /)
})
