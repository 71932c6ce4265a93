// Backups that a task takes: what they hold, what the game is told, and that it is always told the end of it.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupManifest, type RepositoryReport, repositoryReport } from '@rookery/contracts/backups.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestFolder, openTestNode, type TestNode, until } from '../open-test-node.ts'
import { stepSchedule } from '../schedules/step-fixtures.ts'
import { shareKeeper } from '../share-keeper.ts'
import { countingGameOf, flushing, openStorageFolder, storageIn } from './backed-up-game.ts'
import { type CopyingEngine, createCopyingEngine } from './copying-engine.ts'

describe('taking a backup', () => {
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
    const backup_storages = [storageIn(storage)]
    definition = node.put(1, { ...countingGameOf, backup: flushing, backup_storages, ...change })
    await node.run(1, 'install')
  }
  const serverFile = (name: string) => join(node.folder, 'servers', definition.uuid, name)
  const reports = (): RepositoryReport[] =>
    node.sent.flatMap(message =>
      message.$case === 'backupReport' ? [repositoryReport.parse(JSON.parse(message.value.report))] : [],
    )
  const backupFile = (name: string) => {
    const [id = ''] = readdirSync(join(storage, definition.uuid))
    return join(storage, definition.uuid, id, 'content', name)
  }

  it('of a stopped game holds its files and a manifest, and is reported', async () => {
    await install()
    mkdirSync(serverFile('logs'))
    writeFileSync(serverFile('logs/latest.log'), 'much')
    const update = await node.run(1, 'backup', JSON.stringify({ kind: 'manual' }))
    expect(update).toMatchObject({ status: 'success' })
    expect(update.message).toMatch(/^backed up 1 file with \d+ bytes, .* more in the cellar$/)
    const told = node.sent.flatMap(sent => (sent.$case === 'taskUpdate' ? [sent.value.message] : []))
    expect(told).toContainEqual(expect.stringMatching(/^taking the backup: 1 of 1 files, /))
    expect(readFileSync(backupFile('files/game.mjs'), 'utf8')).toContain('save-off')
    expect(existsSync(backupFile('files/logs'))).toBe(false)
    const [report] = reports().slice(-1)
    expect(report).toMatchObject({ storage_id: 3, engine: 'archive', problem: '' })
    expect(report?.backups).toMatchObject([{ kind: 'manual', consistency: 'stopped', run_key: 'id:2' }])
  })

  it('writes no secret into the manifest', async () => {
    await install({
      secrets: ['rcon-secret', 'variable-secret'],
      environment: { TOKEN: 'variable-secret', PLAIN: 'yes' },
      origin: {
        template_version: '',
        ...{
          template: 'x',
          ip: '0.0.0.0',
          port: 1,
          query_port: null,
          rcon_port: null,
          image: null,
          tags: [],
        },
        rcon_password: 'rcon-secret',
        variables: { MOTD: 'hello', KEY: 'variable-secret' },
      },
      rcon: { protocol: 'source', port: 25_575, password: 'rcon-secret' },
    })
    await node.run(1, 'backup')
    const text = readFileSync(backupFile('manifest.json'), 'utf8')
    for (const secret of ['rcon-secret', 'variable-secret', 'first-password', 'second-password']) {
      expect(text).not.toContain(secret)
    }
    const manifest = backupManifest.parse(JSON.parse(text))
    expect(manifest).toMatchObject({ uuid: definition.uuid, name: 'test', consistency: 'stopped' })
    expect(manifest.definition).toMatchObject({
      environment: { PLAIN: 'yes' },
      origin: { variables: { MOTD: 'hello' } },
    })
    expect(manifest.definition).not.toHaveProperty('backup_storages')
  })

  it('holds a running game still, waits until it says that all is written, and lets it go on', async () => {
    await install()
    await node.run(1, 'start')
    const update = await node.run(1, 'backup')
    expect(update).toMatchObject({ status: 'success' })
    await node.consoleUntil(1, 'saving is on')
    expect(reports().at(-1)?.backups).toMatchObject([{ consistency: 'flushed', warnings: [] }])
    const [left, right] = ['left', 'right'].map(name =>
      readFileSync(backupFile(`files/world/${name}`), 'utf8'),
    )
    expect(left).toBe(right)
  })

  it('goes on without a game that does not answer, and says so', async () => {
    await install({ backup: { ...flushing, wait_for: 'never said', wait_ms: 1_000 } })
    await node.run(1, 'start')
    expect(await node.run(1, 'backup')).toMatchObject({ status: 'success' })
    await node.consoleUntil(1, 'saving is on')
    const [backup] = reports().at(-1)?.backups ?? []
    expect(backup).toMatchObject({ consistency: 'live' })
    expect(backup?.warnings).toEqual([
      'the game did not say within 1 s that its files are written (never said)',
    ])
  })

  it('pauses a game that has no command, and resumes it', async () => {
    await install({ backup: { ...flushing, before: [], after: [], pause: true } })
    await node.run(1, 'start')
    const held = Promise.withResolvers<void>()
    engine.held = held.promise
    const task = node.ask(1, 'backup')
    await until(() => engine.taking > 0, 'the engine reads')
    expect(node.state(1)).toBe('paused')
    held.resolve()
    expect(await node.ended(task)).toMatchObject({ status: 'success' })
    expect(node.state(1)).toBe('running')
    expect(reports().at(-1)?.backups).toMatchObject([{ consistency: 'paused' }])
  })

  it('lets the game go on after a failure and after a cancel, and nothing is left', async () => {
    await install()
    await node.run(1, 'start')
    engine.held = Promise.reject(new Error('the disk is gone'))
    engine.held.catch(() => {})
    expect(await node.run(1, 'backup')).toMatchObject({ status: 'error', message: 'the disk is gone' })
    await node.consoleUntil(1, 'saving is on')
    expect(reports().at(-1)?.problem).toBe('the disk is gone')

    engine.held = new Promise(() => {})
    const task = node.ask(1, 'backup')
    await until(() => engine.taking > 0, 'the engine reads')
    node.app.tasks.cancel({ taskId: task })
    expect(await node.ended(task)).toMatchObject({
      status: 'canceled',
      message: 'canceled: no backup was taken',
    })
    await node.consoleUntil(1, /saving is on[\s\S]*saving is on/)
    expect(readdirSync(join(storage, definition.uuid))).toEqual([])
  })

  it('types what undoes it when the daemon comes back, if it was closed in the middle', async () => {
    await install()
    await node.run(1, 'start')
    engine.held = new Promise(() => {})
    node.ask(1, 'backup')
    await until(() => engine.taking > 0, 'the engine reads')
    await node.close()
    await node.open()
    await node.consoleUntil(1, 'saving is on')
    expect(readdirSync(join(storage, definition.uuid))).toEqual([])
  })

  it('is refused where there is no storage, no file, or no room', async () => {
    await install({ backup_storages: [] })
    expect(await node.run(1, 'backup')).toMatchObject({
      status: 'error',
      message: 'this game server has no backup storage: assign one to it or to its node',
    })
    const limits = { count: 1, bytes: null }
    const second = node.put(2, { ...countingGameOf, backup_storages: [storageIn(storage, { limits })] })
    expect(await node.run(2, 'backup')).toMatchObject({
      status: 'error',
      message: 'there is nothing to back up: install it first',
    })
    await node.run(2, 'install')
    expect(await node.run(2, 'backup')).toMatchObject({ status: 'success' })
    expect(await node.run(2, 'backup')).toMatchObject({ status: 'success' })
    const [left, ...others] = reports().at(-1)?.backups ?? []
    expect(others).toEqual([])
    const backup_storages = [storageIn(storage, { limits, locked: [left?.snapshot ?? ''] })]
    node.put(2, { ...second, backup_storages }, 2)
    expect(await node.run(2, 'backup')).toMatchObject({
      status: 'error',
      message:
        'the cellar takes 1 backups of this game server, and so many are locked: unlock one, or raise the limit',
    })
  })

  it('L25 tells a report at every connection until the panel has stored it', async () => {
    await install()
    await node.run(1, 'backup')
    const count = () => reports().length
    const before = count()
    await node.app.hooks.welcomed([], [])
    // The panel does not know it any longer, so it hears nothing.
    expect(count()).toBe(before)
    await node.close()
    await node.open()
    node.put(1, definition, 2)
    await node.app.hooks.welcomed(
      [{ gameServerId: 1, revision: 2, definition: JSON.stringify(definition) }],
      [],
    )
    expect(count()).toBe(before + 1)
    const { sequence, storage_id: storageId } = reports().at(-1) as RepositoryReport
    await node.app.hooks.received({
      $case: 'backupReportKnown',
      value: { gameServerId: 1, storageId, sequence },
    })
    await node.app.hooks.welcomed(
      [{ gameServerId: 1, revision: 2, definition: JSON.stringify(definition) }],
      [],
    )
    expect(count()).toBe(before + 1)
  })

  const say = (storageId: number, sequence: number, to = node) =>
    to.app.hooks.received({ $case: 'backupReportKnown', value: { gameServerId: 1, storageId, sequence } })

  it('L28 tells a panel again what it has known before and knows no longer', async () => {
    await install()
    await node.run(1, 'backup')
    const { sequence: first, storage_id } = reports().at(-1) as RepositoryReport
    await say(storage_id, first)
    await node.run(1, 'backup', JSON.stringify({ note: 'before the war' }))
    const last = reports().at(-1) as RepositoryReport
    await say(storage_id, last.sequence)
    const before = reports().length
    await say(storage_id, last.sequence)
    expect(reports()).toHaveLength(before)
    // Restored from a backup of itself.
    await say(storage_id, first)
    expect(reports()).toHaveLength(before + 1)
    expect(reports().at(-1)).toEqual(last)
    expect(last.backups.map(({ note }) => note)).toEqual([undefined, 'before the war'])
  })

  it('L28 reads a repository of which only the panel has heard, as after the loss of the store', async () => {
    await install()
    await node.run(1, 'backup')
    const { sequence, storage_id, backups } = reports().at(-1) as RepositoryReport
    const fresh = await openTestNode(openTestFolder(), {}, { backupEngines: [engine] })
    const told = () =>
      fresh.sent.flatMap(message =>
        message.$case === 'backupReport' ? [repositoryReport.parse(JSON.parse(message.value.report))] : [],
      )
    try {
      fresh.put(1, definition)
      const looks = () => engine.asked.filter(asked => asked === 'list').length
      const before = looks()
      // One that nobody has heard of is left alone.
      await say(storage_id, 0, fresh)
      engine.problem = 'unreachable'
      await say(storage_id, sequence, fresh)
      await until(() => looks() === before + 1, 'it was looked for')
      engine.problem = null
      await say(storage_id, sequence, fresh)
      await until(() => told().length > 0, 'it is reported')
      expect(looks()).toBe(before + 2)
      expect(told()).toMatchObject([{ is_listed: true, backups: [{ snapshot: backups[0]?.snapshot }] }])
      expect(told()[0]?.sequence).toBeGreaterThan(sequence)
    } finally {
      await fresh.end()
    }
  })

  it('L28 says that a list was never read where the first attempt fails', async () => {
    await install()
    engine.problem = 'unreachable'
    await node.run(1, 'backup')
    expect(reports().at(-1)).toMatchObject({ is_listed: false, backups: [] })
    engine.problem = null
    await node.run(1, 'backup')
    expect(reports().at(-1)).toMatchObject({ is_listed: true, problem: '' })
    expect(reports().at(-1)?.backups).toHaveLength(1)
  })

  it('as a step of a schedule: the next step waits for its end', async () => {
    const step_schedules = [
      stepSchedule([
        { action: 'backup', offset_seconds: 0, continue_on_failure: false },
        { action: 'command', command: 'crash', offset_seconds: 0, continue_on_failure: false },
      ]),
    ]
    await install({ step_schedules })
    await node.run(1, 'start')
    const held = Promise.withResolvers<void>()
    engine.held = held.promise
    node.app.schedules.check()
    const value = { gameServerId: 1, scheduleId: 7 }
    await node.app.hooks.answer({ $case: 'runSchedule', value })
    const run = () => node.app.schedules.lastRuns(1, 7, 1)[0]
    await until(() => engine.taking > 0, 'the engine reads')
    expect(run()?.steps?.map(({ status }) => status)).toEqual(['working', 'waiting'])
    expect(node.state(1)).toBe('running')
    held.resolve()
    await until(() => run()?.ended_at_ms !== null, 'the run ends')
    expect(run()).toMatchObject({ status: 'success' })
    expect(reports().at(-1)?.backups).toMatchObject([
      { kind: 'scheduled', run_key: '', consistency: 'flushed' },
    ])
    await until(() => node.state(1) === 'crashed', 'the second step was done')
  })

  it('before an update, a reinstallation and an extraction one is taken, and without it none begins', async () => {
    await install()
    expect(await node.run(1, 'update')).toMatchObject({ status: 'success' })
    expect(await node.run(1, 'reinstall')).toMatchObject({ status: 'success' })
    expect(reports().at(-1)?.backups).toMatchObject([
      { kind: 'safety', before: 'update' },
      { kind: 'safety', before: 'reinstall' },
    ])
    const packing = { paths: ['game.mjs'], target: 'game.zip', format: 'zip', by_administrator: false }
    expect(await node.run(1, 'archive', JSON.stringify(packing))).toMatchObject({ status: 'success' })
    const unpacking = JSON.stringify({ path: 'game.zip', target: '', by_administrator: false })
    expect(await node.run(1, 'extract', unpacking)).toMatchObject({ status: 'success' })
    expect(reports().at(-1)?.backups.at(-1)).toMatchObject({ kind: 'safety', before: 'extract' })
    engine.problem = 'unreachable'
    expect(await node.run(1, 'extract', unpacking)).toMatchObject({ status: 'error' })
    writeFileSync(serverFile('world'), 'precious')
    expect(await node.run(1, 'reinstall')).toMatchObject({
      status: 'error',
      message:
        'what is there could not be backed up first, so nothing was done: the storage says unreachable',
    })
    expect(readFileSync(serverFile('world'), 'utf8')).toBe('precious')
    expect(node.state(1)).toBe('stopped')
  })
})
