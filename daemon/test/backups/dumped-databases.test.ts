// Databases of a game server go into its backups, of the same moment as its files; without their dump there is no backup.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ArchiveEngine } from '../../src/platform/backups/archive/archive-engine.ts'
import { openTestFolder, openTestNode, until } from '../open-test-node.ts'
import { contentOf, countingGameOf, flushing, openStorageFolder, storageIn } from './backed-up-game.ts'
import { backUpWithDatabase } from './dumped-databases.ts'

it('what a program dumps lies beside the files, and agrees with them', async () => {
  const { counted, dumped } = await backUpWithDatabase(new ArchiveEngine(Date.now))
  expect(counted).toMatch(/^\d+$/)
  expect(dumped).toBe(`INSERT INTO counter VALUES (${counted});`)
})

it('a dump that fails is told, nothing of it stays, and the game writes again', async () => {
  const [folder, storage] = [openTestFolder(), openStorageFolder()]
  const databaseDumps = { dump: () => Promise.reject(new Error('the database server does not answer')) }
  const more = { backupEngines: [new ArchiveEngine(Date.now)], databaseDumps }
  const node = await openTestNode(folder, {}, more)
  try {
    const backup_storages = [storageIn(storage)]
    const { uuid } = node.put(1, { ...countingGameOf, backup: flushing, backup_storages })
    await node.run(1, 'install')
    await node.run(1, 'start')
    expect(await node.run(1, 'backup')).toMatchObject({
      status: 'error',
      message:
        'no backup was taken, because a database could not be dumped: the database server does not answer',
    })
    expect(readdirSync(join(storage, uuid)).filter(name => name.endsWith('.tar.zst'))).toEqual([])
    expect(existsSync(join(folder, 'backups/dumps', uuid))).toBe(false)
    const left = join(folder, 'servers', uuid, 'world/left')
    const stands = contentOf(left)
    await until(() => !['', stands].includes(contentOf(left)), 'the game writes again')
  } finally {
    await node.end()
    rmSync(storage, { recursive: true, force: true })
  }
})
