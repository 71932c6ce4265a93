// One process in the keeper, as the daemon holds it: started just now or adopted, running or ended.

import { inputChunkBytes, type PtyDescription, type PtyExit } from '../../../keeper/keeper-protocol.ts'
import {
  type OutputChunk,
  ProcessError,
  type ProcessExit,
  type ProcessProblem,
  type ProcessSignal,
  type ProcessUsage,
  type RunningProcess,
} from '../process-manager.ts'
import type { Confinement, UsageMeter } from './confinement.ts'
import { signalTree, type TreeOf } from './end-tree.ts'
import type { KeeperClient } from './keeper-client.ts'
import { KeeperGone, KeeperRefused } from './keeper-socket.ts'
import { watchOutput } from './watch-output.ts'

export class HeldProcess implements RunningProcess {
  readonly id: number
  readonly pid: number
  readonly streamId: string
  readonly startedAtMs: number
  readonly earlierOutputEndSeq: number
  readonly exit: Promise<ProcessExit>
  readonly #keeper: KeeperClient
  readonly #tree: TreeOf
  readonly #closing: AbortSignal
  readonly #confinement: Confinement
  readonly #usage: UsageMeter
  #isBeingEnded = false
  #ending: Promise<void> | null = null

  constructor(
    pty: PtyDescription,
    tree: TreeOf,
    keeper: KeeperClient,
    confinement: Confinement,
    closing: AbortSignal,
  ) {
    this.id = pty.id
    this.pid = pty.pid
    this.streamId = pty.streamId
    this.startedAtMs = pty.startedAtMs
    this.earlierOutputEndSeq = pty.endSeq
    this.#keeper = keeper
    this.#tree = { ...tree, leader: { pid: pty.pid, startTicks: pty.startTicks } }
    this.#closing = closing
    this.#confinement = confinement
    this.#usage = confinement.meter(this.#tree)
    this.exit = new Promise(resolve => {
      if (pty.exit) resolve(this.#seenExit(pty.exit, pty.endSeq))
      else {
        keeper.onExit(pty.streamId, end => {
          resolve(this.#seenExit(end?.exit ?? { code: null, signal: null }, end?.endSeq ?? pty.endSeq))
        })
      }
    })
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += inputChunkBytes) {
      await this.#ask(() => this.#keeper.type(this.id, bytes.subarray(at, at + inputChunkBytes)))
    }
  }

  async resize(cols: number, rows: number): Promise<void> {
    const { id, streamId } = this
    await this.#ask(() => this.#keeper.request({ verb: 'resize', id, streamId, cols, rows }))
  }

  async signal(name: ProcessSignal): Promise<void> {
    const { id, streamId } = this
    if (name === 'SIGKILL') return this.endTree()
    if (name === 'SIGSTOP' || name === 'SIGCONT') return signalTree(this.#tree, name)
    await this.#ask(() => this.#keeper.request({ verb: 'signal', id, streamId, signal: name }))
  }

  /** Who asks meanwhile waits for the same end: one that came late could reach the next game of this user. */
  endTree(): Promise<void> {
    this.#isBeingEnded = true
    this.#ending ??= this.#confinement.end(this.#tree).finally(() => {
      this.#ending = null
    })
    return this.#ending
  }

  async usage(): Promise<ProcessUsage> {
    const usage = this.#usage.read()
    if (usage === null) throw new ProcessError('ended', 'the process has ended')
    return usage
  }

  output(fromSeq: number): AsyncIterable<OutputChunk> {
    const { id, streamId } = this
    const { socketFile } = this.#keeper.program
    return watchOutput({ socketFile, id, streamId }, fromSeq, this.#closing)
  }

  async forget(): Promise<void> {
    const { id, streamId } = this
    try {
      await this.#keeper.request({ verb: 'forget', id, streamId })
    } catch (error) {
      if (!isForgotten(error)) throw asProcessError(error)
      // Whoever has forgotten it has removed this too; what bears the name by now may be the next one's.
      if (!(error instanceof KeeperGone)) return
    }
    await this.#confinement.remove(this.#tree)
  }

  /** A shell ends with 137 when what it waited for was killed. What we killed ourselves did not run out of memory. */
  #seenExit(exit: PtyExit, endSeq: number): ProcessExit {
    const isKilled = exit.signal === 'SIGKILL' || exit.code === 137
    const outOfMemory = isKilled && !this.#isBeingEnded && this.#confinement.memoryKills(this.#tree) > 0
    return { ...exit, outOfMemory, endSeq }
  }

  async #ask(request: () => Promise<unknown>): Promise<void> {
    try {
      await request()
    } catch (error) {
      throw asProcessError(error)
    }
  }
}

function isForgotten(error: unknown): boolean {
  if (error instanceof KeeperGone) return true
  return error instanceof KeeperRefused && (error.code === 'unknown_pty' || error.code === 'other_stream')
}

function asProcessError(error: unknown): ProcessError {
  const cause = error instanceof Error ? error : new Error(String(error))
  const code = problemOf(cause)
  const message = code === 'ended' ? 'the process has ended' : cause.message
  return new ProcessError(code, message, { cause })
}

function problemOf(error: Error): ProcessProblem {
  if (error instanceof KeeperGone) return 'ended'
  if (!(error instanceof KeeperRefused)) return 'unavailable'
  if (error.code === 'input_full' || error.code === 'still_running') return error.code
  const isOver = error.code === 'ended' || error.code === 'unknown_pty' || error.code === 'other_stream'
  return isOver ? 'ended' : 'unavailable'
}
