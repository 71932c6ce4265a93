// What a node does for stored backups by itself: retention, room, verification and a trial restore, on a clock of its own.

import { rmSync } from 'node:fs'
import { type RepositoryReport, repositoryReport } from '@rookery/contracts/backups.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestFolder, openTestNode, type TestNode, until } from '../open-test-node.ts'
import { countingGameOf, openStorageFolder, storageIn } from './backed-up-game.ts'
import { type CopyingEngine, createCopyingEngine } from './copying-engine.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** By the clock on the wall here. */
const noon = new Date(2026, 10, 2, 12).getTime()

describe('looking after backups', () => {
  let node: TestNode
  let engine: CopyingEngine
  let storage: string
  let definition: GameServerDefinition
  let now: number

  beforeEach(async () => {
    now = noon
    const nowMs = () => now
    storage = openStorageFolder()
    engine = createCopyingEngine(nowMs)
    node = await openTestNode(
      openTestFolder(),
      {},
      { backupEngines: [engine], nowMs, setTimer: () => () => {} },
    )
    const retention = { last: 2, hourly: 0, daily: 3, weekly: 0, monthly: 0 }
    definition = node.put(1, { ...countingGameOf, backup_storages: [storageIn(storage, { retention })] })
    await node.run(1, 'install')
  })
  afterEach(async () => {
    await node.end()
    rmSync(storage, { recursive: true, force: true })
  })

  const lastReport = (): RepositoryReport => {
    const told = node.sent.findLast(message => message.$case === 'backupReport')
    if (told?.$case !== 'backupReport') throw new Error('nothing was reported')
    return repositoryReport.parse(JSON.parse(told.value.report))
  }
  const lookAt = async (ms: number) => {
    now = ms
    engine.asked.length = 0
    await node.app.backups.runUpkeep()
    return engine.asked
  }
  const takenAt = () => lastReport().backups.map(({ taken_at_ms }) => (taken_at_ms - noon) / hourMs)

  it('keeps after each backup what retention says, and never what is locked', async () => {
    for (const hours of [0, 1, 24, 25, 26, 48]) {
      now = noon + hours * hourMs
      await node.run(1, 'backup')
    }
    // The last two, and the newest of each of three days.
    expect(takenAt()).toEqual([1, 26, 48])
    const [oldest] = lastReport().backups
    const [first] = definition.backup_storages
    const backup_storages = first ? [{ ...first, locked: [oldest?.snapshot ?? ''] }] : []
    node.put(1, { ...definition, backup_storages }, 2)
    for (const hours of [72, 96, 120]) {
      now = noon + hours * hourMs
      await node.run(1, 'backup')
    }
    expect(takenAt()).toEqual([1, 72, 96, 120])
  })

  it('a clock that was a year ahead takes no backup away, and everything goes on after it was set right', async () => {
    await node.run(1, 'backup')
    const yearHours = 365 * 24
    for (const hours of [yearHours, yearHours + 24, yearHours + 48]) {
      now = noon + hours * hourMs
      await node.run(1, 'backup')
    }
    for (const look of ['check', 'drill']) {
      await lookAt(noon + (yearHours + 61) * hourMs)
      expect(lastReport()).toMatchObject(
        look === 'check' ? { last_check: { is_good: true } } : { last_drill: {} },
      )
    }
    for (const hours of [1, 2, 3]) {
      now = noon + hours * hourMs
      await node.run(1, 'backup')
    }
    // The last two of this day, and those of the wrong days.
    expect(takenAt()).toEqual([2, 3, yearHours, yearHours + 24, yearHours + 48])
    for (const work of ['prune', 'verify 2/20']) expect(await lookAt(noon + 13 * hourMs)).toContain(work)
  })

  it('makes room at night, once a day, and only after something was removed', async () => {
    await node.run(1, 'backup')
    expect(await lookAt(noon + dayMs)).not.toContain('prune')
    for (const hours of [25, 26, 27]) {
      now = noon + hours * hourMs
      await node.run(1, 'backup')
    }
    await lookAt(noon + 28 * hourMs)
    expect(engine.asked).not.toContain('prune')
    const night = noon + dayMs + 2 * dayMs - 9 * hourMs
    expect(await lookAt(night)).toContain('prune')
    expect(await lookAt(night + hourMs)).not.toContain('prune')
  })

  it('reads another part of the data each week, and tells what it found', async () => {
    await node.run(1, 'backup')
    const night = noon + 15 * hourMs
    expect(await lookAt(night)).toContain('verify 1/20')
    expect(lastReport().last_check).toEqual({ at_ms: night, is_good: true, message: '' })
    expect((await lookAt(night + 3 * dayMs)).join()).not.toContain('verify')
    engine.isDamaged = true
    expect(await lookAt(night + 7 * dayMs)).toContain('verify 2/20')
    expect(lastReport().last_check).toMatchObject({ is_good: false, message: 'a pack is damaged' })
  })

  it('restores the newest backup into an empty folder each week, and deletes it again', async () => {
    await node.run(1, 'backup')
    const night = noon + 15 * hourMs
    await lookAt(night)
    expect(await lookAt(night)).toContain('restore')
    expect(lastReport().last_drill).toEqual({ at_ms: night, is_good: true, message: '' })
    expect(await lookAt(night + dayMs)).not.toContain('restore')
    engine.isDamaged = true
    await lookAt(night + 7 * dayMs)
    expect(await lookAt(night + 7 * dayMs)).toContain('restore')
    expect(lastReport().last_drill).toMatchObject({ is_good: false, message: 'the storage says damaged' })
  })

  it('what cannot be reached is tried again the next night, and is no result', async () => {
    await node.run(1, 'backup')
    const night = noon + 15 * hourMs
    engine.problem = 'unreachable'
    await lookAt(night)
    expect((await lookAt(night + hourMs)).join()).not.toContain('verify')
    engine.problem = null
    expect(lastReport().last_check).toBe(null)
    expect(await lookAt(night + dayMs)).toContain('verify 1/20')
  })

  it('gives way to a backup', async () => {
    await node.run(1, 'backup')
    engine.held = new Promise(() => {})
    now = noon + 15 * hourMs
    const looking = node.app.backups.runUpkeep()
    await until(() => engine.asked.includes('verify 1/20'), 'it reads the data')
    const task = node.ask(1, 'backup')
    await looking
    engine.held = Promise.resolve()
    node.app.tasks.cancel({ taskId: task })
    await node.ended(task)
    expect(await node.run(1, 'backup')).toMatchObject({ status: 'success' })
    expect(await lookAt(now)).toContain('verify 1/20')
  })
})
