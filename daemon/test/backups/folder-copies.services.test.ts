// On a disk that can share data between files a game is held only for a moment: its backup is read from a copy.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryReport } from '@rookery/contracts/backups.ts'
import { describe, expect, it } from 'vitest'
import {
  type LoopDisk,
  type LoopDiskKind,
  missingLoopDisk,
  openLoopDisk,
} from '../../../test-services/loop-disk.ts'
import { preparedPasswords, prepareRepository } from '../../../test-services/prepared-repository.ts'
import { missingRestic, restic } from '../../../test-services/restic.ts'
import { createFolderCopies } from '../../src/platform/backups/folder-copies.ts'
import { ResticEngine } from '../../src/platform/backups/restic/restic-engine.ts'
import { openTestFolder, openTestNode, type TestNode, until } from '../open-test-node.ts'
import { contentOf, countingGameOf, flushing, storageIn } from './backed-up-game.ts'
import { createCopyingEngine } from './copying-engine.ts'

const kinds: LoopDiskKind[] = ['btrfs', 'xfs']
for (const kind of kinds) {
  const missing = missingLoopDisk(kind)
  if (missing !== null) console.log(`skipped: ${missing}`)
  describe.skipIf(missing !== null)(kind, () => {
    it('the game writes on while its backup is read, and the files of the backup agree', async () => {
      const disk = openLoopDisk(kind)
      const engine = createCopyingEngine()
      const opened: { node?: TestNode } = {}
      try {
        const node = await openNodeOn(disk, engine)
        opened.node = node
        const { storage, serverFile } = node
        await node.run(1, 'start')
        const reading = Promise.withResolvers<void>()
        engine.held = reading.promise
        const task = node.ask(1, 'backup')
        await until(() => engine.taking === 1, 'the backup is at work')
        await node.consoleUntil(1, 'saving is on')
        const stands = contentOf(serverFile('world/left'))
        await until(() => contentOf(serverFile('world/left')) !== stands, 'the game writes on')
        reading.resolve()
        expect(await node.ended(task)).toMatchObject({ status: 'success' })
        const told = node.sent.findLast(message => message.$case === 'backupReport')
        const report = repositoryReport.parse(
          JSON.parse(told?.$case === 'backupReport' ? told.value.report : ''),
        )
        expect(report.backups).toMatchObject([{ consistency: 'flushed', warnings: [] }])
        const [snapshot = ''] = readdirSync(storage)
        const stored = (name: string) =>
          readFileSync(join(storage, snapshot, 'content/files/world', name), 'utf8')
        expect(stored('left')).toBe(stored('right'))
        expect(readdirSync(join(disk.folder, 'node/servers/.backing-up'))).toEqual([])
      } finally {
        await opened.node?.end()
        disk.end()
      }
    })

    it('what cannot share its data is read as it is', async () => {
      const disk = openLoopDisk(kind)
      const elsewhere = openTestFolder()
      try {
        writeFileSync(join(elsewhere, 'world'), 'on another disk')
        const home = join(disk.folder, 'copies')
        const copies = createFolderCopies({ home, stateFolder: join(elsewhere, 'state') })
        expect(await copies.arePossible()).toBe(true)
        expect(await copies.create(elsewhere, new AbortController().signal)).toBeNull()
        expect(readdirSync(home)).toEqual([])
      } finally {
        rmSync(elsewhere, { recursive: true })
        disk.end()
      }
    })
  })
}

describe.skipIf(missingRestic() !== null)('a copy of what was backed up before', () => {
  it('is not read again where size and time of change are the same, and is elsewhere', async () => {
    const folder = openTestFolder()
    const engine = new ResticEngine({ program: await restic(), stateFolder: join(folder, 'state') })
    try {
      prepareRepository(join(folder, 'storage/one'))
      const repository = engine.repository({
        ...{ storage: { kind: 'folder', path: join(folder, 'storage') }, name: 'one' },
        password: preparedPasswords[0],
      })
      // As a copy whose content is another shows whether it was looked at.
      const takeCopy = async (content: string, isCopy: boolean) => {
        const copy = join(folder, content)
        mkdirSync(copy)
        writeFileSync(join(copy, 'world'), content)
        utimesSync(join(copy, 'world'), 1_700_000_000, 1_700_000_000)
        const { id } = await repository.take({ sources: { files: copy }, manifest: '{}', tags: {}, isCopy })
        const into = join(folder, `restored-${content}`)
        await repository.restore({ id, into })
        return readFileSync(join(into, 'files/world'), 'utf8')
      }
      expect(await takeCopy('first', true)).toBe('first')
      expect(await takeCopy('other', true)).toBe('first')
      expect(await takeCopy('third', false)).toBe('third')
    } finally {
      await engine.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

async function openNodeOn(disk: LoopDisk, engine: ReturnType<typeof createCopyingEngine>) {
  const folder = join(disk.folder, 'node')
  mkdirSync(folder)
  const storage = join(disk.folder, 'storage')
  mkdirSync(storage)
  const node = await openTestNode(folder, {}, { backupEngines: [engine] })
  const { uuid } = node.put(1, { ...countingGameOf, backup: flushing, backup_storages: [storageIn(storage)] })
  await node.run(1, 'install')
  const serverFile = (name: string) => join(folder, 'servers', uuid, name)
  await until(() => existsSync(serverFile('game.mjs')), 'the game is there')
  return Object.assign(node, { storage: join(storage, uuid), serverFile })
}
