// A process manager whose processes are only imagined: every answer waits until the test lets it through, in any order.

import { randomUUID } from 'node:crypto'
import type { Clock } from '../../src/platform/clock.ts'
import {
  type Launch,
  LaunchError,
  type OutputChunk,
  ProcessError,
  type ProcessExit,
  type ProcessManager,
  type ProcessManagers,
  type ProcessSignal,
  type RunningProcess,
} from '../../src/platform/process-managers/process-manager.ts'

export class MovableClock implements Clock {
  #nowMs = 1_700_000_000_000
  readonly #timers = new Set<{ atMs: number; call: () => void }>()
  readonly nowMs = () => this.#nowMs

  after(delayMs: number, call: () => void): () => void {
    const timer = { atMs: this.#nowMs + Math.max(0, delayMs), call }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** Calls what is due, each after everything that the one before has set off. */
  async advance(byMs: number, settle: () => Promise<void>): Promise<void> {
    const untilMs = this.#nowMs + byMs
    for (;;) {
      const [next] = [...this.#timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)
      if (!next) break
      this.#timers.delete(next)
      this.#nowMs = Math.max(this.#nowMs, next.atMs)
      next.call()
      await settle()
    }
    this.#nowMs = untilMs
  }
}

/** How the next start goes wrong: nothing begins, or the game begins and the answer is lost. */
export type StartFault = 'refused' | 'answer_lost'

interface Imagined {
  readonly id: number
  readonly pid: number
  readonly streamId: string
  readonly startedAtMs: number
  exit: ProcessExit | null
  isReady: boolean
  changed: PromiseWithResolvers<void>
}

interface PendingAnswer {
  life: DaemonLife
  give: () => void
}

/** One life of the daemon: what it has asked for is answered only while it lives. */
export interface DaemonLife {
  isOver: boolean
}

export class SimulatedProcesses {
  readonly violations: string[] = []
  readonly #clock: Clock
  readonly #processes = new Map<number, Imagined>()
  #pending: PendingAnswer[] = []
  readonly #starting = new Set<number>()
  #lastPid = 100
  nextStart: StartFault | null = null
  /** Whether games end when they are asked to. */
  areObedient = true
  /** Whether the manager tells what lives. */
  isSilent = false
  /** How often it has told what lives under an id. */
  foundCount = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get pendingCount(): number {
    return this.#pending.length
  }

  isAlive(id: number): boolean {
    const found = this.#processes.get(id)
    return found !== undefined && found.exit === null
  }

  giveAnswer(index: number): void {
    const [answer] = this.#pending.splice(index % Math.max(1, this.#pending.length), 1)
    answer?.give()
  }

  /** The daemon is gone. What it had asked for is still carried out, or was never read. */
  endLife(life: DaemonLife, isCarriedOut: boolean): void {
    life.isOver = true
    const left = this.#pending.filter(answer => answer.life === life)
    this.#pending = this.#pending.filter(answer => answer.life !== life)
    if (isCarriedOut) for (const { give } of left) give()
    this.#starting.clear()
  }

  printReady(id: number): void {
    const found = this.#processes.get(id)
    if (!found || found.exit || found.isReady) return
    found.isReady = true
    wake(found)
  }

  crash(id: number, code: number): void {
    const found = this.#processes.get(id)
    if (found) this.#end(found, { code, signal: null })
  }

  endAll(): void {
    for (const found of this.#processes.values()) this.#end(found, { code: null, signal: 'SIGKILL' })
    this.#processes.clear()
  }

  managersFor(life: DaemonLife): ProcessManagers {
    const manager = this.#managerFor(life)
    return {
      present: ['process'],
      of: name => (name === 'process' ? manager : null),
      adopt: async () => {
        if (this.isSilent) return { running: [], unanswered: ['process'] }
        return { running: await manager.adopt(), unanswered: [] }
      },
      close: async () => {},
    }
  }

  #managerFor(life: DaemonLife): ProcessManager {
    return {
      name: 'process',
      start: launch => this.#start(life, launch),
      adopt: async () => [...this.#processes.values()].map(one => this.#handleFor(life, one)),
      find: id =>
        this.#ask(life, () => {
          if (this.isSilent) throw new Error('the keeper does not answer')
          this.foundCount += 1
          const found = this.#processes.get(id)
          return found && !found.exit ? this.#handleFor(life, found) : null
        }),
      close: async () => {},
    }
  }

  async #start(life: DaemonLife, { id }: Launch): Promise<RunningProcess> {
    if (this.#starting.has(id)) this.violations.push('two launches of one game server at once')
    this.#starting.add(id)
    const fault = this.nextStart
    this.nextStart = null
    return this.#ask(life, () => {
      this.#starting.delete(id)
      if (this.isAlive(id)) throw new LaunchError('already_running', 'it is already running: stop it first')
      if (fault === 'refused') throw new LaunchError('not_runnable', 'the program cannot be run')
      this.#lastPid += 1
      const begun: Imagined = {
        id,
        pid: this.#lastPid,
        streamId: randomUUID(),
        startedAtMs: this.#clock.nowMs(),
        exit: null,
        isReady: false,
        changed: Promise.withResolvers(),
      }
      this.#processes.set(id, begun)
      if (fault === 'answer_lost') throw new LaunchError('unavailable', 'the keeper cannot be reached')
      return this.#handleFor(life, begun)
    })
  }

  #handleFor(life: DaemonLife, one: Imagined): RunningProcess {
    const askAlive = (act: () => void) =>
      this.#ask(life, () => {
        if (one.exit) throw new ProcessError('ended', 'the process has ended')
        act()
      })
    return {
      id: one.id,
      pid: one.pid,
      streamId: one.streamId,
      startedAtMs: one.startedAtMs,
      earlierOutputEndSeq: 0,
      exit: one.exit ? Promise.resolve(one.exit) : this.#exitSeen(life, one),
      write: () => askAlive(() => this.#obey(one)),
      resize: async () => {},
      signal: name => askAlive(() => this.#signal(one, name)),
      endTree: () => this.#ask(life, () => this.#end(one, { code: null, signal: 'SIGKILL' })),
      usage: async () => ({}),
      output: () => outputOf(one),
      forget: () =>
        this.#ask(life, () => {
          if (!one.exit) throw new ProcessError('still_running', 'it still runs')
          if (this.#processes.get(one.id) === one) this.#processes.delete(one.id)
        }),
    }
  }

  async #exitSeen(life: DaemonLife, one: Imagined): Promise<ProcessExit> {
    while (!one.exit) await one.changed.promise
    const { exit } = one
    return this.#ask(life, () => exit)
  }

  #signal(one: Imagined, name: ProcessSignal): void {
    if (name !== 'SIGSTOP' && name !== 'SIGCONT') this.#obey(one)
  }

  #obey(one: Imagined): void {
    if (this.areObedient) this.#end(one, { code: 0, signal: null })
  }

  #end(one: Imagined, { code, signal }: Pick<ProcessExit, 'code' | 'signal'>): void {
    if (one.exit) return
    one.exit = { code, signal, outOfMemory: false, endSeq: one.isReady ? readyLine.length : 0 }
    wake(one)
  }

  #ask<Result>(life: DaemonLife, act: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (life.isOver) return
      const give = () => {
        try {
          const result = act()
          if (!life.isOver) resolve(result)
        } catch (error) {
          if (!life.isOver) reject(error as Error)
        }
      }
      this.#pending.push({ life, give })
    })
  }
}

const readyLine = Buffer.from('ready\n')

async function* outputOf(one: Imagined): AsyncGenerator<OutputChunk> {
  while (!one.isReady && !one.exit) await one.changed.promise
  if (one.isReady) yield { streamId: one.streamId, seq: 0, bytes: readyLine, gapBytes: 0 }
  while (!one.exit) await one.changed.promise
}

function wake(one: Imagined): void {
  const { resolve } = one.changed
  one.changed = Promise.withResolvers()
  resolve()
}
