// Follows one container from its start or adoption to its end, also while its engine comes and goes.

import { closeSync, constants, openSync, readSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { ContainerInspectInfo } from 'dockerode'
import { ProcessError, type ProcessExit } from '../process-manager.ts'
import { AttachedTerminal } from './attached-terminal.ts'
import { type Engine, EngineProblem } from './engine.ts'
import { joinTerminal, takeLog } from './join-output.ts'
import type { KnownOutput } from './logic/align-output.ts'
import { exitOfContainer } from './logic/exit-of-container.ts'
import type { OutputRecord } from './output-record.ts'

const retryMs = { least: 100, most: 2_000 }
const lastBytesLimitMs = 3_000
const kernelRecordBytes = 8 * 1024
const kernelRecordsAtMost = 50_000

type EndState = ContainerInspectInfo['State'] | null

export class ContainerLife {
  readonly exit: Promise<ProcessExit>
  readonly #engine: Engine
  readonly #containerId: string
  readonly #record: OutputRecord
  readonly #closing: AbortSignal
  readonly #ended = Promise.withResolvers<EndState>()
  #terminal: AttachedTerminal | null = null
  #isFed = false
  #isEnded = false

  constructor(engine: Engine, containerId: string, record: OutputRecord, closing: AbortSignal) {
    this.#engine = engine
    this.#containerId = containerId
    this.#record = record
    this.#closing = closing
    this.exit = this.#ended.promise.then(state => this.#settle(state))
    closing.addEventListener('abort', () => this.#terminal?.close(), { once: true })
  }

  /** A container that was just created, with its terminal attached before its first byte. */
  begin(terminal: AttachedTerminal): void {
    this.#terminal = terminal
    this.#isFed = true
    const take = (bytes: Buffer) => this.#record.append(bytes)
    terminal.release(take, take)
    this.#watchOver()
  }

  /** A container that was found; resolves when its earlier output is here. */
  async adopt(known: KnownOutput): Promise<void> {
    this.#terminal = await this.#attach().catch(() => null)
    await takeLog(this.#joined, known)
    void this.#join(known.endSeq)
    this.#watchOver()
  }

  /** A container that was found ended. */
  async bury(state: NonNullable<EndState>, known: KnownOutput): Promise<void> {
    await takeLog(this.#joined, known)
    this.#isFed = true
    this.#ended.resolve(state)
    await this.exit
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  write(bytes: Uint8Array): void {
    if (this.#isEnded) throw new ProcessError('ended', 'the process has ended')
    if (this.#terminal === null) {
      throw new ProcessError('unavailable', 'the terminal of the container cannot be reached at the moment')
    }
    this.#terminal.write(bytes)
  }

  get #joined() {
    return { engine: this.#engine, containerId: this.#containerId, record: this.#record }
  }

  #watchOver(): void {
    void this.#awaitEnd()
    void this.#keepAttached()
  }

  async #attach(): Promise<AttachedTerminal> {
    return new AttachedTerminal(await this.#engine.attach(this.#containerId))
  }

  async #join(leastSeq: number): Promise<void> {
    const terminal = this.#terminal
    if (terminal === null) return
    try {
      this.#isFed = await joinTerminal(this.#joined, terminal, leastSeq)
    } catch {
      terminal.close()
    }
  }

  async #awaitEnd(): Promise<void> {
    for (let waitMs = retryMs.least; !this.#closing.aborted; waitMs = Math.min(waitMs * 2, retryMs.most)) {
      try {
        await this.#engine.wait(this.#containerId, this.#closing)
        const { State } = await this.#engine.inspect(this.#containerId)
        if (!State.Running && !this.#closing.aborted) return this.#ended.resolve(State)
      } catch (error) {
        const isRemoved = error instanceof EngineProblem && error.status === 404
        if (isRemoved && !this.#closing.aborted) return this.#ended.resolve(null)
      }
      await delay(waitMs, undefined, { ref: false })
    }
  }

  async #keepAttached(): Promise<void> {
    let waitMs = retryMs.least
    while (!this.#isEnded && !this.#closing.aborted) {
      await this.#terminal?.over
      this.#terminal = null
      this.#isFed = false
      await Promise.race([this.#ended.promise, delay(waitMs, undefined, { ref: false })])
      if (this.#isEnded || this.#closing.aborted) return
      waitMs = Math.min(waitMs * 2, retryMs.most)
      try {
        const { State } = await this.#engine.inspect(this.#containerId)
        if (!State.Running) continue
        const { endSeq } = this.#record
        this.#terminal = await this.#attach()
        waitMs = retryMs.least
        await this.#join(endSeq)
      } catch {
        // The engine is away: the next round asks again.
      }
    }
  }

  async #settle(state: EndState): Promise<ProcessExit> {
    this.#isEnded = true
    const terminal = this.#terminal
    if (terminal !== null) await Promise.race([terminal.over, delay(lastBytesLimitMs)])
    terminal?.close()
    if (!this.#isFed && state !== null) await takeLog(this.#joined, this.#record.known).catch(() => {})
    this.#record.finish()
    const killed = state !== null && !state.OOMKilled && wasKilledForMemory(this.#containerId)
    return exitOfContainer(state, killed, this.#record.endSeq)
  }
}

/** Asks the kernel, where the engine does not tell. False also where this process may not read the kernel's messages. */
function wasKilledForMemory(containerId: string): boolean {
  let file: number
  try {
    file = openSync('/dev/kmsg', constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return false
  }
  try {
    const record = Buffer.alloc(kernelRecordBytes)
    for (let count = 0; count < kernelRecordsAtMost; count += 1) {
      const text = record.toString('latin1', 0, readSync(file, record, 0, kernelRecordBytes, null))
      if (text.includes('oom-kill:') && groupOf(text).includes(containerId)) return true
    }
    return false
  } catch {
    // No further record.
    return false
  } finally {
    closeSync(file)
  }
}

function groupOf(record: string): string {
  return /\boom_memcg=([^,]*)/.exec(record)?.[1] ?? ''
}
