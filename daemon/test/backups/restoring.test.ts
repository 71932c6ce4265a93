// Restoring a backup: whole or in part, never a mixture, whenever the daemon dies.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RepositoryReport, repositoryReport } from '@rookery/contracts/backups.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  gameUserIdBase,
  isRoot,
  openTestFolder,
  openTestNode,
  type TestNode,
  until,
} from '../open-test-node.ts'
import { shareKeeper } from '../share-keeper.ts'
import { countingGameOf, flushing, openStorageFolder, storageIn } from './backed-up-game.ts'
import { type CopyingEngine, createCopyingEngine } from './copying-engine.ts'

describe('restoring a backup', () => {
  shareKeeper()
  let node: TestNode
  let engine: CopyingEngine
  let storage: string
  let definition: GameServerDefinition

  beforeEach(async () => {
    storage = openStorageFolder()
    engine = createCopyingEngine()
    node = await openTestNode(openTestFolder(), {}, { backupEngines: [engine] })
    definition = node.put(1, { ...countingGameOf, backup: flushing, backup_storages: [storageIn(storage)] })
    await node.run(1, 'install')
    mkdirSync(serverFile('saves'))
    writeFileSync(serverFile('saves/one'), 'then')
    writeFileSync(serverFile('saves/gone'), 'then')
    await node.run(1, 'backup')
    writeFileSync(serverFile('saves/one'), 'now, and longer')
    writeFileSync(serverFile('saves/new'), 'now')
    rmSync(serverFile('saves/gone'))
  })
  afterEach(async () => {
    await node.end()
    rmSync(storage, { recursive: true, force: true })
  })

  const serverFile = (name: string) => join(node.folder, 'servers', definition.uuid, name)
  const restoring = () => join(node.folder, 'servers', '.restoring', definition.uuid)
  const lastReport = (): RepositoryReport => {
    const told = node.sent.findLast(message => message.$case === 'backupReport')
    if (told?.$case !== 'backupReport') throw new Error('nothing was reported')
    return repositoryReport.parse(JSON.parse(told.value.report))
  }
  const order = (more: object = {}) =>
    JSON.stringify({ storage_id: 3, snapshot: lastReport().backups[0]?.snapshot, ...more })
  const saves = () => readdirSync(serverFile('saves')).toSorted()

  it('brings everything back exactly, after a backup of what is there, and gives it to the game', async () => {
    expect(await node.run(1, 'restore', order())).toMatchObject({
      status: 'success',
      message: 'everything is as it was when the backup was taken',
    })
    expect(saves()).toEqual(['gone', 'one'])
    expect(readFileSync(serverFile('saves/one'), 'utf8')).toBe('then')
    expect(lastReport().backups).toMatchObject([{ kind: 'manual' }, { kind: 'safety', before: 'restore' }])
    expect(node.state(1)).toBe('stopped')
    if (isRoot) expect(statSync(serverFile('saves/one')).uid).toBe(gameUserIdBase + 1)
    if (isRoot) expect(statSync(serverFile('')).uid).toBe(gameUserIdBase + 1)
    expect(existsSync(join(restoring(), 'former/saves/new'))).toBe(true)
    // It is not needed once the game has become ready with the new ones.
    await node.run(1, 'start')
    await until(() => !existsSync(join(restoring(), 'former')), 'the former files are gone')
  })

  it('stops a running game and starts it again', async () => {
    await node.run(1, 'start')
    expect(await node.run(1, 'restore', order())).toMatchObject({ status: 'success' })
    expect(node.state(1)).toBe('running')
    expect(saves()).toEqual(['gone', 'one'])
  })

  it('brings single files back among the others', async () => {
    const update = await node.run(1, 'restore', order({ paths: ['saves/gone', 'saves/one'] }))
    expect(update).toMatchObject({ status: 'success', message: 'the files are back' })
    expect(saves()).toEqual(['gone', 'new', 'one'])
    expect(readFileSync(serverFile('saves/one'), 'utf8')).toBe('then')
    if (isRoot) expect(statSync(serverFile('saves/gone')).uid).toBe(gameUserIdBase + 1)
    expect(readdirSync(serverFile('')).filter(name => name.startsWith('.'))).toEqual([])
  })

  it('refuses paths that lead out, a backup that is gone, and a storage that is not its own', async () => {
    expect(await node.run(1, 'restore', order({ paths: ['../other'] }))).toMatchObject({ status: 'error' })
    expect(await node.run(1, 'restore', order({ snapshot: 'gone' }))).toMatchObject({
      status: 'error',
      message: 'this backup is no longer in the cellar: choose another one',
    })
    expect(await node.run(1, 'restore', order({ storage_id: 9 }))).toMatchObject({ status: 'error' })
    expect(saves()).toEqual(['new', 'one'])
  })

  it('leaves everything as it was when the engine fails, and starts the game again', async () => {
    await node.run(1, 'start')
    engine.isDamaged = true
    expect(await node.run(1, 'restore', order())).toMatchObject({
      status: 'error',
      message: 'the storage says damaged',
    })
    expect(saves()).toEqual(['new', 'one'])
    await until(() => node.state(1) === 'running', 'the game runs again')
  })

  it('does nothing when what is there cannot be saved, unless that was asked for', async () => {
    const attic = storageIn(storage, { id: 8, name: 'the attic' })
    node.put(1, { ...definition, backup_storages: [attic, storageIn(storage)] }, 2)
    const [safe, unsafe] = [order(), order({ without_safety: true })]
    engine.held = Promise.reject(new Error('the attic is full'))
    engine.held.catch(() => {})
    expect(await node.run(1, 'restore', safe)).toMatchObject({
      status: 'error',
      message: 'what is there could not be backed up first, so nothing was done: the attic is full',
    })
    expect(engine.asked).not.toContain('restore')
    expect(saves()).toEqual(['new', 'one'])
    engine.held = Promise.resolve()
    expect(await node.run(1, 'restore', unsafe)).toMatchObject({ status: 'success' })
    expect(saves()).toEqual(['gone', 'one'])
  })

  it('is canceled while it fetches, and nothing has changed', async () => {
    await node.run(1, 'start')
    const held = Promise.withResolvers<void>()
    const task = node.ask(1, 'restore', order({ without_safety: true }))
    engine.held = held.promise
    await until(() => engine.asked.includes('restore'), 'it fetches')
    expect(node.state(1)).toBe('updating')
    node.app.tasks.cancel({ taskId: task })
    expect(await node.ended(task)).toMatchObject({
      status: 'canceled',
      message: 'canceled: the files are as they were before',
    })
    expect(saves()).toEqual(['new', 'one'])
    await until(() => node.state(1) === 'running', 'the game runs again')
  })

  it('fills a new game server from the backup of another one', async () => {
    const source = { ...storageIn(storage), uuid: definition.uuid }
    node.put(2, { ...countingGameOf, backup_sources: [source] })
    const payload = order({ source_uuid: definition.uuid })
    const some = order({ source_uuid: definition.uuid, paths: ['saves'] })
    expect(await node.run(2, 'restore', some)).toMatchObject({
      status: 'error',
      message: 'it is not installed: restore everything, or install it first',
    })
    expect(node.state(2)).toBe('not_installed')
    expect(await node.run(2, 'restore', payload)).toMatchObject({ status: 'success' })
    expect(node.state(2)).toBe('stopped')
    expect(await node.run(2, 'start')).toMatchObject({ status: 'success' })
  })

  it('is whole after a daemon that ended while it fetched', async () => {
    engine.held = new Promise(() => {})
    node.ask(1, 'restore', order({ without_safety: true }))
    await until(() => engine.asked.includes('restore'), 'it fetches')
    await node.close()
    engine.held = Promise.resolve()
    await node.open()
    expect(node.state(1)).toBe('stopped')
    expect(saves()).toEqual(['new', 'one'])
    expect(existsSync(restoring())).toBe(false)
    expect(await node.run(1, 'start')).toMatchObject({ status: 'success' })
  })
})
