// The order of tasks: per game server kept, per node bounded, kill ahead.

import { taskKinds } from '@rookery/contracts/run-states.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  droppedByKill,
  hurries,
  laneLimits,
  type NodeTaskKind,
  type QueuedTask,
  tasksToBegin,
  waitingMessages,
} from './task-queue.ts'

let nextId = 1
const task = (
  gameServerId: number,
  kind: NodeTaskKind,
  status: QueuedTask['status'] = 'waiting',
  scheduleId: number | null = null,
): QueuedTask => ({
  id: nextId,
  scheduleId,
  panelId: nextId++,
  gameServerId,
  kind,
  status,
})

describe('task queue', () => {
  it('T-126 runs everything once, keeps the order per game server and the limit per node', () => {
    const anyTask = fc.record({
      gameServerId: fc.integer({ min: 1, max: 8 }),
      kind: fc.constantFrom(...taskKinds, 'command' as const),
      scheduleId: fc.constantFrom(null, 7),
    })
    fc.assert(
      fc.property(fc.array(anyTask, { maxLength: 80 }), fc.infiniteStream(fc.nat()), (asked, choices) => {
        let queue: QueuedTask[] = asked.map((one, id) => ({ ...one, id, panelId: id, status: 'waiting' }))
        const begun: QueuedTask[] = []
        while (queue.length > 0) {
          for (const one of tasksToBegin(queue)) {
            begun.push(one)
            one.status = 'working'
          }
          const working = queue.filter(one => one.status === 'working')
          const installs = working.filter(one =>
            ['install', 'reinstall', 'update', 'restore'].includes(one.kind),
          )
          expect(installs.length).toBeLessThanOrEqual(laneLimits.install)
          const files = working.filter(one => ['archive', 'extract', 'backup'].includes(one.kind))
          expect(files.length).toBeLessThanOrEqual(laneLimits.files)
          for (const one of installs) {
            const besides = working.filter(other => other.gameServerId === one.gameServerId && other !== one)
            const earlier = besides.filter(other => other.id < one.id && other.kind !== 'kill')
            expect(earlier).toEqual([])
          }
          expect(working.length).toBeGreaterThan(0)
          const ended = working[(choices.next().value ?? 0) % working.length]
          queue = queue.filter(one => one !== ended)
        }
        expect(begun.map(one => one.id).toSorted((a, b) => a - b)).toEqual(asked.map((_, id) => id))
        for (let gameServerId = 1; gameServerId <= 8; gameServerId++) {
          const ofOne = begun.filter(one => one.gameServerId === gameServerId && one.kind !== 'kill')
          const isOfFiles = (one: QueuedTask) => ['archive', 'extract', 'backup'].includes(one.kind)
          for (const group of [ofOne.filter(isOfFiles), ofOne.filter(one => !isOfFiles(one))]) {
            const ids = group.map(one => one.id)
            expect(ids).toEqual(ids.toSorted((a, b) => a - b))
          }
        }
      }),
    )
  })

  it('lets a kill begin beside anything', () => {
    const kill = task(1, 'kill')
    expect(tasksToBegin([task(1, 'stop', 'working'), task(1, 'start'), kill])).toEqual([kill])
  })

  it('says what a task waits for', () => {
    const first = task(1, 'restart', 'working')
    const second = task(1, 'stop')
    const third = task(1, 'start')
    expect([...waitingMessages([first, second, third, task(1, 'kill')])]).toEqual([
      [second.id, `waits for task ${first.id} (restart) of this game server`],
      [third.id, `waits for task ${second.id} (stop) of this game server`],
    ])
    const installs = [1, 2, 3, 4].map(id => task(id, 'install', 'working'))
    const fifth = task(5, 'install')
    expect(tasksToBegin([...installs, fifth])).toEqual([])
    expect(waitingMessages([...installs, fifth]).get(fifth.id)).toBe(
      'waits because 4 installations are at work on this node',
    )
  })

  it('8.2 lets a game be stopped and started while its files are packed, and an installation wait for that', () => {
    const archive = task(1, 'archive', 'working')
    const stop = task(1, 'stop')
    const second = task(1, 'extract')
    const install = task(1, 'install')
    const late = task(1, 'archive')
    const queue = [archive, stop, second, install, late]
    expect(tasksToBegin(queue)).toEqual([stop])
    expect(waitingMessages(queue).get(second.id)).toBe(
      `waits for task ${archive.id} (archive) of this game server`,
    )
    expect(waitingMessages(queue).get(install.id)).toBe(
      `waits for task ${second.id} (extract) of this game server`,
    )
    // It does not wait for an installation that is at work: it is refused, in words.
    expect(tasksToBegin([task(1, 'install', 'working'), late])).toEqual([late])
    expect(tasksToBegin([task(1, 'delete', 'working'), late])).toEqual([])
  })

  it('what a schedule does waits for what a person asked for, and the other way round', () => {
    const update = task(1, 'update', 'working', 7)
    const stop = task(1, 'stop')
    const command = task(1, 'command', 'waiting', 8)
    const queue = [update, stop, command]
    expect(tasksToBegin(queue)).toEqual([])
    expect([...waitingMessages(queue)]).toEqual([
      [stop.id, 'waits for a schedule (update) of this game server'],
      [command.id, `waits for task ${stop.id} (stop) of this game server`],
    ])
    expect(tasksToBegin([stop, command])).toEqual([stop])
  })

  it('a node does not restart a hundred games at once by schedules, nor update more than four', () => {
    const many = (kind: NodeTaskKind) => Array.from({ length: 100 }, (_, id) => task(id, kind, 'waiting', 7))
    expect(tasksToBegin(many('restart'))).toHaveLength(laneLimits.power)
    expect(tasksToBegin(many('update'))).toHaveLength(laneLimits.install)
  })

  it('a person does not wait for a game to be ready, a schedule does', () => {
    const start = task(1, 'start', 'working', 7)
    expect(hurries(task(1, 'stop'), start)).toBe(true)
    expect(hurries(task(1, 'stop', 'waiting', 8), start)).toBe(false)
    expect(hurries(task(2, 'stop'), start)).toBe(false)
    expect(hurries(task(1, 'archive'), start)).toBe(false)
  })

  it('drops what a kill makes senseless, of that game server only', () => {
    const start = task(1, 'start')
    const queue = [task(1, 'stop', 'working'), start, task(1, 'install'), task(2, 'start')]
    expect(droppedByKill(queue, 1)).toEqual([start])
  })
})
