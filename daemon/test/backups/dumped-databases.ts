// A program that plays a database of a game: its dump must be of the moment that the files are of.

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryReport } from '@rookery/contracts/backups.ts'
import type { DatabaseDumps } from '../../src/features/backups/database-dumps.ts'
import type { BackupEngine } from '../../src/platform/backups/backup-engine.ts'
import { openTestFolder, openTestNode } from '../open-test-node.ts'
import { countingGameOf, flushing, openStorageFolder, storageIn } from './backed-up-game.ts'

const run = promisify(execFile)

/** Knows what the game has counted to, and writes it in its own way. */
const dumper = `
const { readFileSync, writeFileSync } = require('node:fs')
const [world, into] = process.argv.slice(1)
writeFileSync(into + '/counter.sql', 'INSERT INTO counter VALUES (' + readFileSync(world + '/left') + ');')`

export function dumpsByProgram(serversFolder: string): DatabaseDumps {
  return {
    async dump({ uuid }, into, signal) {
      const world = join(serversFolder, uuid, 'world')
      await run(process.execPath, ['-e', dumper, world, into], { signal })
      return true
    },
  }
}

/** Takes a backup of a game that writes all the time; gives what is in it. */
export async function backUpWithDatabase(engine: BackupEngine) {
  const [folder, storagePath] = [openTestFolder(), openStorageFolder()]
  const databaseDumps = dumpsByProgram(join(folder, 'servers'))
  const node = await openTestNode(folder, {}, { backupEngines: [engine], databaseDumps })
  const storage = storageIn(storagePath)
  try {
    const { uuid } = node.put(1, { ...countingGameOf, backup: flushing, backup_storages: [storage] })
    await node.run(1, 'install')
    await node.run(1, 'start')
    const { status, message } = await node.run(1, 'backup')
    if (status !== 'success') throw new Error(message)
    const told = node.sent.findLast(sent => sent.$case === 'backupReport')
    const report = repositoryReport.parse(JSON.parse(told?.$case === 'backupReport' ? told.value.report : ''))
    const place = { kind: 'folder', path: storagePath } as const
    const repository = engine.repository({ storage: place, name: uuid, password: storage.password })
    const into = join(folder, 'looked-into')
    await repository.restore({ id: report.backups[0]?.snapshot ?? '', into })
    const read = (name: string) => readFileSync(join(into, name), 'utf8')
    return { counted: read('files/world/left'), dumped: read('databases/counter.sql') }
  } finally {
    await node.end()
    await rm(storagePath, { recursive: true, force: true })
  }
}
