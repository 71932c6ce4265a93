// The daemon's side of the keeper: one control socket that is made when needed, comes back when lost, and never lies
// about what became of the processes meanwhile.

import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { KeeperRequest, PtyDescription, PtyExit } from '../../../keeper/keeper-protocol.ts'
import { socketPathProblem } from '../../../keeper/socket-path.ts'
import {
  type Accepted,
  ConnectionLost,
  KeeperGone,
  type KeeperSocket,
  openKeeperSocket,
} from './keeper-socket.ts'

const startLimitMs = 20_000
const startAgainMs = 3_000
const retryMs = 20
const reconnectMs = 200
const earlyExitLimit = 100

interface KeeperProgram {
  socketFile: string
  mainFile: string
  launcherFile: string
  /** Where the keeper writes about its own faults; nowhere when absent. */
  logFile?: string
  lingerMs?: number
}

/** Told once when the stream's process has ended, or when nobody knows any more (null). */
export type ExitListener = (end: { exit: PtyExit; endSeq: number } | null) => void

export class KeeperClient {
  readonly program: KeeperProgram
  readonly #exitListeners = new Map<string, ExitListener>()
  readonly #earlyExits = new Map<string, Parameters<ExitListener>[0]>()
  #isResuming = false
  #socket: KeeperSocket | null = null
  #opening: Promise<KeeperSocket> | null = null
  #isClosed = false

  constructor(program: KeeperProgram) {
    const problem = socketPathProblem(program.socketFile)
    if (problem !== null) throw new Error(problem)
    this.program = program
  }

  /** Rejects with KeeperGone when there is no keeper and none is to be started. */
  async list({ mayStart }: { mayStart: boolean }): Promise<PtyDescription[]> {
    try {
      return await this.#list(mayStart)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      // It may have hung up because it ends at this moment: asked again, it is gone for certain.
      return this.#list(mayStart)
    }
  }

  async request(request: KeeperRequest): Promise<Accepted> {
    return (await this.#open(false)).request(request)
  }

  async type(id: number, bytes: Uint8Array): Promise<void> {
    await (await this.#open(false)).type(id, bytes)
  }

  /** When the answer to a spawn is lost, the list tells whether it happened: the stream id is ours. */
  async spawn(request: Extract<KeeperRequest, { verb: 'spawn' }>): Promise<PtyDescription> {
    try {
      const { pty } = await (await this.#open(true)).request(request)
      if (pty) return pty
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
    }
    const found = (await this.list({ mayStart: true })).find(pty => pty.streamId === request.streamId)
    return found ?? this.spawn(request)
  }

  /** An exit that was told before anybody asked (in the same breath as the list, say) is told now. */
  onExit(streamId: string, listener: ExitListener): void {
    const early = this.#earlyExits.get(streamId)
    this.#earlyExits.delete(streamId)
    if (early === undefined) this.#exitListeners.set(streamId, listener)
    else listener(early)
  }

  close(): void {
    this.#isClosed = true
    this.#exitListeners.clear()
    this.#socket?.close()
  }

  async #list(mayStart: boolean): Promise<PtyDescription[]> {
    const { ptys = [] } = await (await this.#open(mayStart)).request({ verb: 'list' })
    return ptys
  }

  async #open(mayStart: boolean): Promise<KeeperSocket> {
    if (this.#isClosed) throw new Error('the process manager is closed')
    if (this.#socket?.isOpen) return this.#socket
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = null
    })
    try {
      return await this.#opening
    } catch (error) {
      if (!mayStart || !isAbsent(error)) throw error
      return this.#startAndOpen()
    }
  }

  async #connect(): Promise<KeeperSocket> {
    const socket = await openKeeperSocket(this.program.socketFile, {
      event: event => {
        if (event.event === 'exited') this.#reportExit(event.streamId, event)
      },
      closed: () => void this.#resumeAfterLoss(),
    })
    if (this.#isClosed) socket.close()
    this.#socket = socket
    this.#compareWith(socket.ptys)
    return socket
  }

  /** Starting one too many does no harm: the lock lets one of them live. */
  async #startAndOpen(): Promise<KeeperSocket> {
    const deadline = performance.now() + startLimitMs
    let startedAt = Number.NEGATIVE_INFINITY
    for (;;) {
      if (performance.now() - startedAt > startAgainMs) {
        startKeeperProcess(this.program)
        startedAt = performance.now()
      }
      await delay(retryMs)
      try {
        return await this.#open(false)
      } catch (error) {
        if (!isAbsent(error) || performance.now() > deadline) throw error
      }
    }
  }

  async #resumeAfterLoss(): Promise<void> {
    if (this.#isResuming) return
    this.#isResuming = true
    while (!this.#isClosed && this.#exitListeners.size > 0 && !this.#socket?.isOpen) {
      try {
        await this.#open(false)
      } catch (error) {
        if (error instanceof KeeperGone) this.#compareWith([])
        else await delay(reconnectMs, undefined, { ref: false })
      }
    }
    this.#isResuming = false
  }

  /** What ended while the line was down is told now; what is not in the list any more ended unseen. */
  #compareWith(ptys: PtyDescription[]): void {
    const known = new Map(ptys.map(pty => [pty.streamId, pty]))
    for (const streamId of [...this.#exitListeners.keys()]) {
      const pty = known.get(streamId)
      if (pty === undefined) this.#reportExit(streamId, null)
      else if (pty.exit !== null) this.#reportExit(streamId, { exit: pty.exit, endSeq: pty.endSeq })
    }
  }

  #reportExit(streamId: string, end: Parameters<ExitListener>[0]): void {
    const listener = this.#exitListeners.get(streamId)
    this.#exitListeners.delete(streamId)
    if (listener) listener(end)
    else this.#rememberEarlyExit(streamId, end)
  }

  /** Most are of processes that another daemon started and nobody here asks for: the oldest go. */
  #rememberEarlyExit(streamId: string, end: Parameters<ExitListener>[0]): void {
    this.#earlyExits.set(streamId, end)
    const [oldest] = this.#earlyExits.keys()
    if (this.#earlyExits.size > earlyExitLimit && oldest !== undefined) this.#earlyExits.delete(oldest)
  }
}

/**
 * Starts a keeper that outlives this process; when another one is already there, the new one leaves by itself. In a
 * session of its own and with an empty environment: neither a signal nor a secret of the daemon reaches it.
 */
function startKeeperProcess(program: KeeperProgram): void {
  const log = program.logFile === undefined ? 'ignore' : openSync(program.logFile, 'a', 0o600)
  const keeperArguments = [
    '--no-warnings',
    program.mainFile,
    `--socket=${program.socketFile}`,
    `--launcher=${program.launcherFile}`,
  ]
  if (program.lingerMs !== undefined) keeperArguments.push(`--linger-ms=${program.lingerMs}`)
  const keeper = spawn(process.execPath, keeperArguments, {
    detached: true,
    stdio: ['ignore', log, log],
    env: {},
    cwd: '/',
  })
  keeper.on('error', () => {})
  keeper.unref()
  if (typeof log === 'number') closeSync(log)
}

/** A keeper that ends by itself may still accept a connection and drop it: that is absence too. */
function isAbsent(error: unknown): boolean {
  return error instanceof KeeperGone || error instanceof ConnectionLost
}
