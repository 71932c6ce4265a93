// Backs a game up again and again while it writes two files that must agree, and looks into each restore.

import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryReport } from '@rookery/contracts/backups.ts'
import type { BackupEngine } from '../../src/platform/backups/backup-engine.ts'
import { openTestFolder, openTestNode, until } from '../open-test-node.ts'
import { contentOf, countingGameOf, flushing, openStorageFolder, storageIn } from './backed-up-game.ts'

export interface Agreement {
  taken: number
  agreeing: number
  /** Each backup is of another moment. */
  different: number
  consistencies: string[]
}

export async function backUpAgainAndAgain(engine: BackupEngine, times: number): Promise<Agreement> {
  const storagePath = openStorageFolder()
  const node = await openTestNode(openTestFolder(), {}, { backupEngines: [engine] })
  const storage = storageIn(storagePath)
  try {
    const { uuid } = node.put(1, { ...countingGameOf, backup: flushing, backup_storages: [storage] })
    await node.run(1, 'install')
    await node.run(1, 'start')
    const left = join(node.folder, 'servers', uuid, 'world/left')
    for (let at = 0; at < times; at += 1) {
      const stands = contentOf(left)
      await until(() => !['', stands].includes(contentOf(left)), 'the game has written again')
      const { status, message } = await node.run(1, 'backup')
      if (status !== 'success') throw new Error(message)
    }
    const told = node.sent.findLast(sent => sent.$case === 'backupReport')
    const report = repositoryReport.parse(JSON.parse(told?.$case === 'backupReport' ? told.value.report : ''))
    const repository = engine.repository({
      ...{ storage: { kind: 'folder', path: storagePath }, name: uuid, password: storage.password },
    })
    const pairs: string[][] = []
    for (const { snapshot } of report.backups) {
      const into = join(node.folder, 'looked-into')
      await repository.restore({ id: snapshot, paths: ['files/world'], into })
      pairs.push(['left', 'right'].map(name => readFileSync(join(into, 'files/world', name), 'utf8')))
      await rm(into, { recursive: true })
    }
    return {
      taken: pairs.length,
      agreeing: pairs.filter(([left, right]) => left === right && left !== '').length,
      different: new Set(pairs.map(([left]) => left)).size,
      consistencies: [...new Set(report.backups.map(({ consistency }) => consistency))],
    }
  } finally {
    await node.end()
    await rm(storagePath, { recursive: true, force: true })
  }
}
