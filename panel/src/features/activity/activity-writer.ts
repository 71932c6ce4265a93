// Listens to the change feed and writes its lines in batches. The feed tells a fact on the instance that holds it, so
// one instance writes it; a fact that is told again, by a node that comes back, is there already.

import type { Change, Changes } from '../../platform/changes.ts'
import { isForeignKeyViolation } from '../../platform/database/database-errors.ts'
import type { Log } from '../../platform/log.ts'
import type { ActivityStore } from './activity-store.ts'
import {
  describeEdit,
  describeState,
  describeTask,
  describeTrouble,
  type Memory,
  nothingKnown,
} from './logic/describe-change.ts'
import { type FileBurst, isOpen, lineOfBurst, withWork } from './logic/file-bursts.ts'
import type { Line } from './logic/line.ts'

interface WriterDeps {
  store: Pick<ActivityStore, 'add' | 'put' | 'trim'>
  changes: Changes
  log: Log
  now(): number
}

export const retainedLines = 1_000
const batchLines = 100
const waitMs = 200
const retryMs = 5_000
/** More than this is never remembered while the database is away. */
const waitingLimit = 5_000
/** How many new lines of a game server are written before the oldest are forgotten. */
const trimEvery = 100

export type ActivityWriter = ReturnType<typeof createActivityWriter>

export function createActivityWriter({ store, changes, log, now }: WriterDeps) {
  const memories = new Map<number, Memory>()
  const bursts = new Map<string, FileBurst>()
  const grown = new Set<string>()
  const written = new Map<number, number>()
  let waiting: Line[] = []
  let edits = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function take(change: Change): void {
    if (change.kind === 'task') {
      if (change.gameServerId !== null) remember(change.gameServerId, describeTask, change)
    } else if (change.kind === 'game-server-state') remember(change.gameServerId, describeState, change)
    else if (change.kind === 'game-server-edited') takeEdit(change)
    else if (change.kind === 'backup-trouble') add(describeTrouble(change, now()))
    else if (change.kind === 'game-server-removed') forget(change.gameServerId)
  }

  function remember<Known>(
    gameServerId: number,
    describe: (memory: Memory, change: Known, nowMs: number) => { memory: Memory; line: Line | null },
    change: Known,
  ): void {
    const { memory, line } = describe(memories.get(gameServerId) ?? nothingKnown, change, now())
    memories.set(gameServerId, memory)
    if (line) add(line)
  }

  function takeEdit(change: Extract<Change, { kind: 'game-server-edited' }>): void {
    const { gameServerId, userId, edit } = change
    if (edit.what !== 'files') {
      edits += 1
      add(describeEdit(change, edit, now(), edits))
      return
    }
    const key = `${gameServerId} ${userId} ${edit.deed}`
    const work = { gameServerId, userId, deed: edit.deed, paths: edit.paths }
    bursts.set(key, withWork(bursts.get(key), work, now()))
    grown.add(key)
    writeSoon()
  }

  function add(line: Line): void {
    if (waiting.length >= waitingLimit) {
      log.warn({ fact: line.fact }, 'a line of activity is not kept: too many wait to be written')
      return
    }
    waiting.push(line)
    writeSoon()
  }

  function forget(gameServerId: number): void {
    memories.delete(gameServerId)
    written.delete(gameServerId)
    waiting = waiting.filter(line => line.gameServerId !== gameServerId)
    for (const [key, burst] of bursts) {
      if (burst.gameServerId !== gameServerId) continue
      bursts.delete(key)
      grown.delete(key)
    }
  }

  function writeSoon(afterMs = waitMs): void {
    timer ??= setTimeout(() => void flush(), afterMs).unref()
  }

  /** Everything that was told before has been written when this resolves, unless the database is away. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(async () => {
      if ((await writeLines()) && (await writeBursts())) await trimFull()
      else writeSoon(retryMs)
    })
    return writing
  }

  async function writeLines(): Promise<boolean> {
    while (waiting.length > 0) {
      const lines = waiting.splice(0, batchLines)
      if (!(await write(lines, store.add))) {
        waiting = [...lines, ...waiting]
        return false
      }
      for (const { gameServerId } of lines) written.set(gameServerId, (written.get(gameServerId) ?? 0) + 1)
      announce(lines)
    }
    return true
  }

  async function writeBursts(): Promise<boolean> {
    for (const key of [...grown]) {
      const burst = bursts.get(key)
      grown.delete(key)
      if (!burst) continue
      const lines = [lineOfBurst(burst)]
      if (!(await write(lines, putAll))) {
        grown.add(key)
        return false
      }
      announce(lines)
    }
    for (const [key, burst] of bursts) if (!isOpen(burst, now()) && !grown.has(key)) bursts.delete(key)
    return true
  }

  function announce(lines: readonly Line[]): void {
    for (const gameServerId of new Set(lines.map(line => line.gameServerId)))
      changes.announce({ kind: 'activity-written', gameServerId })
  }

  const putAll = async (lines: readonly Line[]) => {
    for (const line of lines) await store.put(line)
  }

  /** False when it must be tried again. What is about something that is gone by now is left out. */
  async function write(
    lines: readonly Line[],
    writeAll: (lines: readonly Line[]) => Promise<void>,
  ): Promise<boolean> {
    try {
      await writeAll(lines)
      return true
    } catch (error) {
      if (!isForeignKeyViolation(error)) {
        log.warn({ err: error, lines: lines.length }, 'activity could not be written; it is tried again')
        return false
      }
      if (lines.length === 1) return true
      for (const line of lines) if (!(await write([line], writeAll))) return false
      return true
    }
  }

  async function trimFull(): Promise<void> {
    for (const [gameServerId, count] of written) {
      if (count < trimEvery) continue
      written.delete(gameServerId)
      await store.trim(gameServerId, retainedLines).catch(error => {
        log.warn({ err: error, server_id: gameServerId }, 'old activity was not forgotten; it is tried again')
      })
    }
  }

  const unlisten = changes.listen((change, origin) => {
    // Whoever told it writes it down: a line for each instance would be too many.
    if (origin === 'here') take(change)
  })
  return {
    flush,
    async close(): Promise<void> {
      unlisten()
      await flush()
      clearTimeout(timer)
    },
  }
}
