// Backups that are taken before something risky: which changes take one, and what becomes of the change without it.

import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RepositoryReport, repositoryReport } from '@rookery/contracts/backups.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestFolder, openTestNode, type TestNode, until } from '../open-test-node.ts'
import { shareKeeper } from '../share-keeper.ts'
import { countingGameOf, openStorageFolder, storageIn } from './backed-up-game.ts'
import { type CopyingEngine, createCopyingEngine } from './copying-engine.ts'

const origin = (template_version: string): GameServerDefinition['origin'] => ({
  ...{ template: 'counting', template_version, ip: '127.0.0.1', port: 1, query_port: null, rcon_port: null },
  ...{ rcon_password: '', tags: [], variables: {}, image: null },
})

describe('a backup before something risky', () => {
  shareKeeper()
  let node: TestNode
  let engine: CopyingEngine
  let storage: string
  let definition: GameServerDefinition

  beforeEach(async () => {
    storage = openStorageFolder()
    engine = createCopyingEngine()
    node = await openTestNode(openTestFolder(), {}, { backupEngines: [engine] })
  })
  afterEach(async () => {
    await node.end()
    rmSync(storage, { recursive: true, force: true })
  })

  async function install(change: Partial<GameServerDefinition> = {}): Promise<void> {
    definition = node.put(1, { ...countingGameOf, backup_storages: [storageIn(storage)], ...change })
    await node.run(1, 'install')
  }
  async function installAndRunOnce(version: string): Promise<void> {
    await install({ origin: origin(version) })
    await node.run(1, 'start')
    await node.run(1, 'stop')
  }
  const changeTemplate = (version: string) =>
    node.put(1, { ...definition, environment: { TEMPLATE: version }, origin: origin(version) }, 2)
  const folder = () => join(node.folder, 'servers', definition.uuid)
  const taken = () => {
    const reports = node.sent.flatMap((message): RepositoryReport[] =>
      message.$case === 'backupReport' ? [repositoryReport.parse(JSON.parse(message.value.report))] : [],
    )
    return (reports.at(-1)?.backups ?? []).map(({ before }) => before)
  }

  it('is taken at the first start with a changed template, and not again', async () => {
    await installAndRunOnce('a')
    expect(taken()).toEqual([])
    changeTemplate('b')
    await node.run(1, 'start')
    expect(taken()).toEqual(['template'])
    await node.run(1, 'restart')
    expect(taken()).toEqual(['template'])
  })

  it('is taken at a restart with a changed template, while the game is stopped', async () => {
    await install({ origin: origin('a') })
    await node.run(1, 'start')
    changeTemplate('b')
    expect(await node.run(1, 'restart')).toMatchObject({ status: 'success' })
    expect(taken()).toEqual(['template'])
    expect(node.state(1)).toBe('running')
  })

  it('does not keep a game with a changed template from starting when its storage is away', async () => {
    await installAndRunOnce('a')
    changeTemplate('b')
    engine.problem = 'unreachable'
    expect(await node.run(1, 'start')).toMatchObject({ status: 'success' })
    expect(taken()).toEqual([])
  })

  it('is taken once a day before updates that come with a start, where each is a whole copy', async () => {
    await install({ update_before_start: true })
    await node.run(1, 'start')
    await node.run(1, 'restart')
    expect(taken()).toEqual(['update'])
    await node.run(1, 'stop')
    await node.run(1, 'update')
    expect(taken(), 'a person asked for this one').toEqual(['update', 'update'])
  })

  it('is taken before its files are deleted', async () => {
    await install()
    writeFileSync(join(folder(), 'castle'), 'three towers')
    node.app.gameServers.removeNamed({ gameServerId: 1, uuid: definition.uuid, deleteFiles: true })
    await until(() => !existsSync(folder()), 'its files are gone')
    const [id = ''] = readdirSync(join(storage, definition.uuid))
    expect(existsSync(join(storage, definition.uuid, id, 'content/files/castle'))).toBe(true)
  })

  it('that fails keeps the files of a deleted game server', async () => {
    await install()
    engine.problem = 'unreachable'
    node.app.gameServers.removeNamed({ gameServerId: 1, uuid: definition.uuid, deleteFiles: true })
    await until(() => !node.app.gameServers.hasUuid(definition.uuid), 'it is forgotten')
    expect(readdirSync(folder())).toContain('game.mjs')
    expect((await node.app.gameServers.unknown()).map(({ uuid }) => uuid)).toContain(definition.uuid)
  })
})
