// The masked output of one run of a game, kept in memory by the daemon so that any number of watches read one copy.

import { OutputRing } from '@rookery/primitives/output-ring.ts'
import type { RunningProcess } from '../../platform/process-managers/process-manager.ts'
import { createSecretMask, longestSecretBytes, type SecretMask } from './logic/mask-secrets.ts'
import { holdMs as holdForReaders } from './logic/reading-pace.ts'

const retainedBytes = 1024 * 1024
/** How long the first few characters of a possible secret are held back before they are shown after all. */
const holdMs = 100
/** Where nobody can tell how far earlier output went: how long silence must last to count as its end. */
const quietMs = 50
/** The same for a game that never falls silent: one ring of output takes far less than this to read. */
const catchUpLimitMs = 250

export interface TerminalSize {
  cols: number
  rows: number
}

/** One who reads along: tells how far it has got, so that what nobody could be shown is not even fetched. */
export interface ReadingPlace {
  moveTo(seq: number): void
  leave(): void
}

export class RunOutput {
  readonly streamId: string
  readonly process: RunningProcess
  /** As it was set last; a daemon that adopts a process believes in the usual one. */
  size: TerminalSize
  readonly #ring = new OutputRing(retainedBytes)
  #secrets: readonly string[]
  #mask: SecretMask
  #skipBytes = 0
  #flushTimer: NodeJS.Timeout | undefined
  #quietTimer: NodeJS.Timeout | undefined
  #limitTimer: NodeJS.Timeout | undefined
  #changed = Promise.withResolvers<void>()
  readonly #caughtUp = Promise.withResolvers<void>()
  readonly #over = Promise.withResolvers<void>()
  #isOver = false
  #hasExited = false
  readonly #places = new Set<{ seq: number }>()
  #readersMoved = () => {}

  /** `isNew`: it was started just now, so that no earlier output has to be caught up with. */
  constructor(running: RunningProcess, secrets: readonly string[], isNew: boolean, size: TerminalSize) {
    this.process = running
    this.size = size
    this.streamId = running.streamId
    this.#secrets = secrets
    this.#mask = createSecretMask(secrets)
    if (isNew) this.#caughtUp.resolve()
    else this.#beginCatchingUp()
    void this.#follow()
    void running.exit.then(() => {
      this.#hasExited = true
      this.#readersMoved()
    })
  }

  get startSeq(): number {
    return this.#ring.startSeq
  }

  get endSeq(): number {
    return this.#ring.endSeq
  }

  /** True when the run has ended and all of its output is here. */
  get isOver(): boolean {
    return this.#isOver
  }

  get over(): Promise<void> {
    return this.#over.promise
  }

  /** Resolves at the next byte, or when the run is over. */
  get changed(): Promise<void> {
    return this.#changed.promise
  }

  /** Resolves when the output that existed before this object is here. */
  get caughtUp(): Promise<void> {
    return this.#caughtUp.promise
  }

  read(seq: number, limitBytes: number): { seq: number; bytes: Buffer } {
    return this.#ring.read(seq, limitBytes)
  }

  joinAt(seq: number): ReadingPlace {
    const place = { seq }
    this.#places.add(place)
    return {
      moveTo: to => {
        place.seq = to
        this.#readersMoved()
      },
      leave: () => {
        this.#places.delete(place)
        this.#readersMoved()
      },
    }
  }

  /** Secrets are only ever added to a run: what it was started with may still be printed. */
  addSecrets(secrets: readonly string[]): void {
    const all = new Set([...this.#secrets, ...secrets])
    if (all.size === this.#secrets.length) return
    this.#secrets = [...all]
    this.#mask.replaceSecrets(this.#secrets)
  }

  async #follow(): Promise<void> {
    for await (const { seq, bytes, gapBytes } of this.process.output(0)) {
      if (gapBytes > 0) this.#beginAfterGap(seq)
      this.#take(bytes)
      if (seq + bytes.length >= (this.process.earlierOutputEndSeq ?? Number.POSITIVE_INFINITY)) {
        this.#finishCatchingUp()
      }
      await this.#letReadersFollow(bytes.length)
    }
    clearTimeout(this.#flushTimer)
    this.#append(this.#mask.finish())
    this.#isOver = true
    this.#finishCatchingUp()
    this.#over.resolve()
    this.#wake()
  }

  /** Returns when the quickest reader is near enough, or has been waited for long enough. */
  async #letReadersFollow(takenBytes: number): Promise<void> {
    const untilMs = performance.now() + holdForReaders(takenBytes, this.#aheadBytes())
    for (;;) {
      const leftMs = untilMs - performance.now()
      if (leftMs <= 0 || this.#hasExited || holdForReaders(takenBytes, this.#aheadBytes()) === 0) return
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>(resolve => {
        this.#readersMoved = resolve
        timer = setTimeout(resolve, Math.ceil(leftMs))
      })
      clearTimeout(timer)
    }
  }

  #aheadBytes(): number | null {
    if (this.#places.size === 0) return null
    return this.#ring.endSeq - Math.max(...[...this.#places].map(place => place.seq))
  }

  /** The first bytes after a gap could be the end of a secret whose beginning is lost: they are not shown. */
  #beginAfterGap(seq: number): void {
    this.#skipBytes = Math.max(0, longestSecretBytes(this.#secrets) - 1)
    this.#ring.restartAt(seq + this.#skipBytes)
    this.#mask = createSecretMask(this.#secrets)
  }

  #take(bytes: Uint8Array): void {
    this.#append(this.#mask.push(bytes))
    clearTimeout(this.#flushTimer)
    if (this.#mask.heldBytes > 0) {
      this.#flushTimer = setTimeout(() => this.#append(this.#mask.flush()), holdMs)
      this.#flushTimer.unref()
    }
    this.#quietTimer?.refresh()
  }

  #append(masked: Buffer): void {
    const skipped = Math.min(this.#skipBytes, masked.length)
    this.#skipBytes -= skipped
    if (masked.length === skipped) return
    this.#ring.append(masked.subarray(skipped))
    this.#wake()
  }

  #beginCatchingUp(): void {
    const { earlierOutputEndSeq } = this.process
    if (earlierOutputEndSeq === 0) this.#caughtUp.resolve()
    if (earlierOutputEndSeq !== undefined) return
    const finish = () => this.#finishCatchingUp()
    this.#quietTimer = setTimeout(finish, quietMs).unref()
    this.#limitTimer = setTimeout(finish, catchUpLimitMs).unref()
  }

  #finishCatchingUp(): void {
    clearTimeout(this.#quietTimer)
    clearTimeout(this.#limitTimer)
    this.#quietTimer = undefined
    this.#caughtUp.resolve()
  }

  #wake(): void {
    const { resolve } = this.#changed
    this.#changed = Promise.withResolvers()
    resolve()
  }
}
