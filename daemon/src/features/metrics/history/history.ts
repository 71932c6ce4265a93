// The metrics history of a node: rolls up what is measured, minute by minute, and answers what was long ago.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { GameServerState, HistoryPart, ReadHistory } from '@rookery/contracts/daemon/generated/link.ts'
import {
  gameServerColumns,
  historyMarksLimit,
  historyPointsLimit,
  historySteps,
  nodeColumns,
} from '@rookery/contracts/metric-history.ts'
import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import type { Log } from '../../../platform/log.ts'
import { LinkRefusal } from '../../../platform/panel-link/link-hooks.ts'
import type { OutgoingTransfer } from '../../../platform/panel-link/outgoing-transfer.ts'
import { type HistoryStore, isDamage, nodeSourceUuid, openHistoryStore } from './history-store.ts'
import {
  blockSeconds,
  markOf,
  readStepOf,
  retainedRange,
  type StoredStep,
  storedSteps,
} from './logic/retention.ts'
import {
  type ColumnValues,
  type HistoryPoint,
  playersIndex,
  rollUpPoints,
  rollUpTicks,
  startOf,
  tickIndexOf,
} from './logic/roll-up.ts'

export interface HistoryOptions {
  file: string
  /** Of a game server by this node's number; null: it is gone. */
  uuidOf: (gameServerId: number) => string | null
  /** Null: nobody knows. Asked once a minute of those that run. */
  countPlayers: (gameServerId: number) => Promise<number | null>
  nowMs: () => number
  log: Log
  /** Of the file. */
  largestBytes?: number
}

/** After so many game servers others on this thread get their turn. */
const packedInOneTurn = 20
const countedAtOnce = 8
/** Some 40 KB: what one message of the link should carry at most. */
const pointsPerMessage = 256
const goodMinutesToReport = 60
const detailLimit = 300
const minuteSeconds = 60

const gameServerIndex = tickIndexOf(gameServerColumns, gameServerSeries)
const nodeIndex = tickIndexOf(nodeColumns, nodeSeries)
const playersAt = playersIndex(gameServerSeries.length)
const upAt = gameServerSeries.findIndex(({ name }) => name === 'panel_server_up')

interface OpenMinute {
  atSeconds: number
  /** By uuid. */
  ticks: Map<string, number[][]>
}

export class MetricsHistory {
  readonly #options: HistoryOptions
  #store: HistoryStore | null = null
  #problem: string | null = null
  #isReported = false
  #goodMinutes = 0
  #minute: OpenMinute | null = null
  /** How many are online, as told in this minute. */
  #players = new Map<string, number>()
  #lastMinute: number | null = null
  #isCounting = false
  #cleaning: Promise<void> = Promise.resolve()
  #cleanedBlock = Number.NaN
  #states = new Map<string, string>()
  #isClosed = false

  constructor(options: HistoryOptions) {
    this.#options = options
    this.#attempt(() => this.#open())
  }

  /** Why nothing is stored at the moment; null when all is well. */
  get problem(): string | null {
    return this.#problem
  }

  /** Takes one tick of everything; a minute is written when the first tick of another one comes. */
  take(atSeconds: number, nodeId: number, measured: ReadonlyMap<number, readonly number[]>): void {
    const minute = startOf(atSeconds, minuteSeconds)
    if (this.#minute && this.#minute.atSeconds !== minute) this.#write(this.#minute)
    if (this.#minute?.atSeconds !== minute) {
      this.#minute = { atSeconds: minute, ticks: new Map() }
      const running = [...measured].filter(([id, values]) => id !== nodeId && values[upAt] === 1)
      void this.#count(running.map(([id]) => id))
    }
    const { ticks } = this.#minute
    for (const [id, values] of measured) {
      const uuid = id === nodeId ? nodeSourceUuid : this.#options.uuidOf(id)
      if (uuid === null) continue
      const own = ticks.get(uuid) ?? []
      ticks.set(uuid, own)
      own.push([...values])
    }
  }

  /** What is known when the daemon starts is no news. */
  know(states: readonly GameServerState[]): void {
    for (const { uuid, state } of states) if (uuid) this.#states.set(uuid, state)
  }

  /** A state that is told again is the same mark. */
  note({ uuid, state, reason, changedAtMs }: GameServerState): void {
    if (!uuid) return
    const kind = markOf(this.#states.get(uuid), state)
    this.#states.set(uuid, state)
    if (!kind) return
    const detail = kind === 'crash' ? reason.slice(0, detailLimit) : ''
    this.#attempt(() => this.#open().addMark(uuid, { atMs: changedAtMs, kind, detail }))
  }

  /** All of them that are stored, within the limits of L24. Throws LinkRefusal. */
  read(request: ReadHistory): { points: HistoryPoint[]; rest: Omit<HistoryPart, 'points'> } {
    const { gameServerId, fromSeconds, toSeconds } = request
    const step = historySteps.find(known => known === request.stepSeconds)
    if (!step || toSeconds <= fromSeconds || (toSeconds - fromSeconds) / step > historyPointsLimit) {
      throw new LinkRefusal('invalid_input', 'this daemon does not store that stretch of time in that step')
    }
    const uuid = gameServerId === 0 ? nodeSourceUuid : this.#options.uuidOf(gameServerId)
    if (uuid === null) throw new LinkRefusal('not_found', 'this node does not know the game server')
    const store = this.#store
    if (!store) return { points: [], rest: { marks: [], oldestSeconds: 0, problem: this.#problem ?? '' } }
    const stored = readStepOf(step)
    const from = startOf(fromSeconds, step)
    const oldest = Math.max(retainedRange(stored, this.#options.nowMs() / 1000).from, 0)
    const points = store.read(uuid, stored, Math.max(from, startOf(oldest, stored)), toSeconds)
    const columns = uuid === nodeSourceUuid ? nodeColumns : gameServerColumns
    return {
      points: step === stored ? points : rollUpPoints(columns, points, step),
      rest: {
        marks: store.marks(uuid, fromSeconds * 1000, toSeconds * 1000, historyMarksLimit),
        oldestSeconds: store.oldest(uuid, 600) ?? store.oldest(uuid, 60) ?? 0,
        problem: this.#problem ?? '',
      },
    }
  }

  async send(request: ReadHistory, transfer: OutgoingTransfer): Promise<void> {
    const { points, rest } = this.read(request)
    const first = points.slice(0, pointsPerMessage).map(tickOf)
    await transfer.write({ $case: 'history', value: { points: first, ...rest } })
    for (let at = pointsPerMessage; at < points.length; at += pointsPerMessage) {
      const piece = points.slice(at, at + pointsPerMessage).map(tickOf)
      const value = { points: piece, marks: [], problem: '', oldestSeconds: 0 }
      await transfer.write({ $case: 'history', value })
    }
  }

  /** Resolves when nothing is being packed; for tests, and for the end. */
  async settled(): Promise<void> {
    await this.#cleaning
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#cleaning
    this.#store?.close()
    this.#store = null
  }

  #open(): HistoryStore {
    const { file, largestBytes } = this.#options
    this.#store ??= openHistoryStore(file, largestBytes === undefined ? {} : { largestBytes })
    return this.#store
  }

  #write({ atSeconds, ticks }: OpenMinute): void {
    if (this.#isClosed) return
    const points = new Map<string, ColumnValues>()
    for (const [uuid, own] of ticks) {
      if (uuid === nodeSourceUuid) points.set(uuid, rollUpTicks(nodeColumns, nodeIndex, own))
      else {
        const players = this.#players.get(uuid)
        if (players !== undefined && own[0]) own[0][playersAt] = players
        points.set(uuid, rollUpTicks(gameServerColumns, gameServerIndex, own))
      }
    }
    this.#players = new Map()
    const before = this.#lastMinute
    this.#lastMinute = atSeconds
    const isWritten = this.#attempt(() => {
      const store = this.#open()
      store.append(60, new Map([[atSeconds, points]]))
      rollUpEnded(store, atSeconds, before)
    })
    if (isWritten) this.#recover()
    const block = startOf(atSeconds, blockSeconds[60])
    if (block === this.#cleanedBlock) return
    this.#cleanedBlock = block
    this.#cleaning = this.#cleaning.then(() => this.#cleanUp(atSeconds))
  }

  /** Packs what is over, and forgets what is too old. Interrupted anywhere, the next time does it again. */
  async #cleanUp(atSeconds: number): Promise<void> {
    const failed = (error: unknown) => this.#fail(error)
    for (const step of storedSteps) await this.#pack(step, atSeconds).catch(failed)
    this.#attempt(() => {
      const store = this.#open()
      for (const step of storedSteps) store.prune(step, retainedRange(step, atSeconds))
      store.pruneMarks(retainedRange(600, atSeconds).from * 1000, historyMarksLimit)
      const here = [...(this.#minute?.ticks.keys() ?? [])]
      // Before the first tick of a minute nobody knows who is here.
      if (here.length > 0) store.keepSources(new Set([nodeSourceUuid, ...here]))
    })
  }

  async #pack(step: StoredStep, atSeconds: number): Promise<void> {
    const length = blockSeconds[step]
    const open = startOf(atSeconds, length)
    const begins = new Set(this.#store?.recentMoments(step).map(at => startOf(at, length)))
    begins.delete(open)
    for (const begin of begins) {
      const sources = [...(this.#store?.recent(step, begin, begin + length) ?? [])]
      for (let at = 0; at < sources.length; at += packedInOneTurn) {
        this.#store?.pack(step, begin, new Map(sources.slice(at, at + packedInOneTurn)))
        await nextTurn()
      }
      this.#store?.dropRecent(step, begin, begin + length)
    }
  }

  async #count(gameServerIds: readonly number[]): Promise<void> {
    if (this.#isCounting) return
    this.#isCounting = true
    const waiting = [...gameServerIds]
    const counter = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const players = await this.#options.countPlayers(id).catch(() => null)
        const uuid = this.#options.uuidOf(id)
        if (players !== null && uuid !== null) this.#players.set(uuid, players)
      }
    }
    await Promise.all(Array.from({ length: countedAtOnce }, counter))
    this.#isCounting = false
  }

  /** The history is the least of what a node does: what fails is said once, and tried again with the next minute. */
  #attempt(work: () => void): boolean {
    try {
      work()
      return true
    } catch (error) {
      this.#fail(error)
      return false
    }
  }

  /** On a disk that is nearly full some writes go well: the log does not repeat itself over that. */
  #recover(): void {
    this.#problem = null
    if (!this.#isReported) return
    this.#goodMinutes += 1
    if (this.#goodMinutes < goodMinutesToReport) return
    this.#isReported = false
    this.#options.log.info('the metrics history is written again')
  }

  #fail(error: unknown): void {
    this.#goodMinutes = 0
    this.#problem = problemText(error)
    if (!this.#isReported) {
      this.#isReported = true
      this.#options.log.error(
        { err: error },
        `the metrics history stops: ${this.#problem}; games and live metrics go on`,
      )
    }
    if (!isDamage(error)) return
    // Opened again with the next minute, which puts a damaged file aside.
    this.#store?.close()
    this.#store = null
  }
}

/**
 * Ten minutes that are over, of the minutes that are not packed yet: those that just ended, and those that a kill left
 * behind. The same again changes nothing.
 */
function rollUpEnded(store: HistoryStore, atSeconds: number, before: number | null): void {
  const now = startOf(atSeconds, 600)
  const known = new Set(store.recentMoments(600))
  const begins = new Set(store.recentMoments(60).map(at => startOf(at, 600)))
  begins.delete(now)
  const moments = new Map<number, Map<string, ColumnValues>>()
  for (const begin of begins) {
    const hasJustEnded = before !== null && begin === startOf(before, 600)
    if (known.has(begin) && !hasJustEnded) continue
    const points = new Map<string, ColumnValues>()
    for (const [uuid, own] of store.recent(60, begin, begin + 600)) {
      const columns = uuid === nodeSourceUuid ? nodeColumns : gameServerColumns
      const [merged] = rollUpPoints(columns, own, 600)
      if (merged) points.set(uuid, merged.values)
    }
    moments.set(begin, points)
  }
  if (moments.size > 0) store.append(600, moments)
}

const tickOf = ({ atSeconds, values }: HistoryPoint) => ({ atSeconds, values: [...values] })

function problemText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
  const full = 13
  if (code === full) return 'the disk of this node is full, or the history has reached its largest size'
  return `its file cannot be written (${message})`
}
