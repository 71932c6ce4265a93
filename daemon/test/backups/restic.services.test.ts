// The same promises with the real restic: hooks, a report, a restore by a swap, and the trial restore.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryReport } from '@rookery/contracts/backups.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareRepository } from '../../../test-services/prepared-repository.ts'
import { proofSize, proofTest } from '../../../test-services/proof-size.ts'
import { missingRestic, restic } from '../../../test-services/restic.ts'
import { ArchiveEngine } from '../../src/platform/backups/archive/archive-engine.ts'
import type { BackupEngine } from '../../src/platform/backups/backup-engine.ts'
import { ResticEngine } from '../../src/platform/backups/restic/restic-engine.ts'
import { openTestFolder, openTestNode, type TestNode } from '../open-test-node.ts'
import { backUpAgainAndAgain } from './agreeing-files.ts'
import { countingGameOf, flushing, openStorageFolder, storageIn } from './backed-up-game.ts'
import { backUpWithDatabase } from './dumped-databases.ts'

/** The conformance suite of restic creates repositories; here one is there already, unless this is a proof. */
const prepare = proofSize({ short: prepareRepository, proof: () => {} })

describe.skipIf(missingRestic() !== null)('backups of a node with restic', () => {
  let node: TestNode
  let storage: string
  let folder: string
  let now: number
  const createEngine = async () =>
    new ResticEngine({ program: await restic(), stateFolder: join(folder, 'restic') })

  beforeEach(async () => {
    folder = openTestFolder()
    storage = openStorageFolder()
    now = new Date(2026, 10, 2, 12).getTime()
    const options = { backupEngines: [await createEngine()], nowMs: () => now, setTimer: () => () => {} }
    node = await openTestNode(folder, {}, options)
  })
  afterEach(async () => {
    await node.end()
    rmSync(storage, { recursive: true, force: true })
  })

  const lastReport = () => {
    const told = node.sent.findLast(message => message.$case === 'backupReport')
    return repositoryReport.parse(JSON.parse(told?.$case === 'backupReport' ? told.value.report : ''))
  }

  it('takes, restores, forgets and tries out', async () => {
    const retention = { last: 2, hourly: 0, daily: 0, weekly: 0, monthly: 0 }
    const definition = node.put(1, {
      ...{ ...countingGameOf, backup: flushing, backup_storages: [storageIn(storage, { retention })] },
    })
    prepare(join(storage, definition.uuid))
    const serverFile = (name: string) => join(folder, 'servers', definition.uuid, name)
    await node.run(1, 'install')
    mkdirSync(serverFile('logs'))
    writeFileSync(serverFile('logs/latest'), 'left out')
    writeFileSync(serverFile('precious'), 'then')
    await node.run(1, 'start')
    expect(await node.run(1, 'backup')).toMatchObject({ status: 'success' })
    const [backup] = lastReport().backups
    expect(lastReport()).toMatchObject({ engine: 'restic', problem: '' })
    expect(backup).toMatchObject({ consistency: 'flushed', warnings: [] })
    expect(lastReport().stored_bytes).toBeGreaterThan(0)

    writeFileSync(serverFile('precious'), 'now')
    const payload = JSON.stringify({ storage_id: 3, snapshot: backup?.snapshot })
    expect(await node.run(1, 'restore', payload)).toMatchObject({ status: 'success' })
    expect(readFileSync(serverFile('precious'), 'utf8')).toBe('then')
    expect(node.state(1)).toBe('running')
    expect(lastReport().backups.map(({ kind }) => kind)).toEqual(['manual', 'safety'])

    for (let more = 0; more < 2; more += 1) {
      now += 60_000
      expect(await node.run(1, 'backup')).toMatchObject({ status: 'success' })
    }
    expect(lastReport().backups.map(({ kind }) => kind)).toEqual(['safety', 'manual', 'manual'])
    now += 15 * 60 * 60_000
    for (const _look of ['check', 'drill']) await node.app.backups.runUpkeep()
    expect(lastReport()).toMatchObject({ last_check: { is_good: true }, last_drill: { is_good: true } })
  })

  it('what was stored as archives before restic was there stays in sight, and is restored', async () => {
    await node.close()
    const reopen = async (engines: BackupEngine[]) => {
      node = await openTestNode(folder, {}, { backupEngines: engines })
    }
    await reopen([new ArchiveEngine(Date.now)])
    const definition = node.put(1, { ...countingGameOf, backup_storages: [storageIn(storage)] })
    const precious = join(folder, 'servers', definition.uuid, 'precious')
    await node.run(1, 'install')
    writeFileSync(precious, 'then')
    await node.run(1, 'backup')
    const [archive] = lastReport().backups
    await node.close()
    prepare(join(storage, definition.uuid))
    await reopen([await createEngine(), new ArchiveEngine(Date.now)])
    node.app.tasks.run({ taskId: 50, gameServerId: 1, kind: 'backup', payload: '' })
    expect(await node.ended(50)).toMatchObject({ status: 'success' })
    expect(lastReport()).toMatchObject({ engine: 'restic', backups: [archive, { run_key: 'id:50' }] })
    writeFileSync(precious, 'now')
    const payload = JSON.stringify({ storage_id: 3, snapshot: archive?.snapshot })
    node.app.tasks.run({ taskId: 51, gameServerId: 1, kind: 'restore', payload })
    expect(await node.ended(51)).toMatchObject({ status: 'success' })
    expect(readFileSync(precious, 'utf8')).toBe('then')
    await node.close()
    // Without restic nothing else takes its place, or its backups would be out of sight.
    await reopen([
      new ResticEngine({ program: '/nowhere', stateFolder: join(folder, 'restic') }),
      new ArchiveEngine(Date.now),
    ])
    node.app.tasks.run({ taskId: 52, gameServerId: 1, kind: 'backup', payload: '' })
    const { status, message } = await node.ended(52)
    expect(status).toBe('error')
    expect(message).toContain('restic')
    expect(lastReport().backups).toHaveLength(3)
  })

  it('the disk of the node is lost: a new one finds the backups by the definition alone, and the files come back', async () => {
    const definition = node.put(1, { ...countingGameOf, backup_storages: [storageIn(storage)] })
    prepare(join(storage, definition.uuid))
    const precious = () => join(folder, 'servers', definition.uuid, 'precious')
    await node.run(1, 'install')
    writeFileSync(precious(), 'then')
    expect(await node.run(1, 'backup')).toMatchObject({ status: 'success' })
    const [backup] = lastReport().backups
    await node.end()
    folder = openTestFolder()
    node = await openTestNode(folder, {}, { backupEngines: [await createEngine()] })
    node.put(1, definition)
    const request = JSON.stringify({ verb: 'refresh', storage_id: 3 })
    const transfer = { write: async () => {}, signal: new AbortController().signal }
    const value = { gameServerId: 1, byBytesLine: false, request }
    await node.app.hooks.transfer({ $case: 'backupWork', value }, transfer as never)
    expect(lastReport().backups).toMatchObject([{ snapshot: backup?.snapshot, kind: 'manual' }])
    const payload = JSON.stringify({ storage_id: 3, snapshot: backup?.snapshot, without_safety: true })
    expect(await node.run(1, 'restore', payload)).toMatchObject({ status: 'success' })
    expect(readFileSync(precious(), 'utf8')).toBe('then')
    expect(await node.run(1, 'start')).toMatchObject({ status: 'success' })
  })

  proofTest('what a program dumps of a database lies beside the files, and agrees with them', async () => {
    const { counted, dumped } = await backUpWithDatabase(await createEngine())
    expect(dumped).toBe(`INSERT INTO counter VALUES (${counted});`)
  })

  // Before a change lands with archives: what holds a game still is the same. In parts, because all of it takes half an hour
  // on a busy machine.
  const times = 50
  proofTest.each([1, 2, 3, 4])(
    `part %i of 4 of 200 backups of a game that writes all the time: in each of them its files agree`,
    async () => {
      const agreement = await backUpAgainAndAgain(await createEngine(), times)
      const all = { taken: times, agreeing: times, different: times }
      expect(agreement).toEqual({ ...all, consistencies: ['flushed'] })
    },
  )
})
