// How fast a console is read from its node: as its viewers take it together, with bounded patience for each who lags.

import { checkWait, patienceMs, type Wait } from './logic/lag-limit.ts'

/** What may be under way to a viewer before it lags; two frames, so that one is there while the other is taken. */
export const windowBytes = 128 * 1024

/** Both call `taken` when the socket has taken the message, or never will. */
interface FrameReader {
  /** False when it is not even tried. */
  sendEncoded(frame: Buffer, taken: () => void): boolean
  sendBulk(message: Buffer, taken: () => void): void
}

interface Progress {
  underWayBytes: number
  takenBytes: number
  wait: Wait | null
}

/**
 * While anybody who is waited for lags, nothing more is sent. Who stays behind all the same is not waited for until it
 * has caught up: what is sent to it piles up, and its connection is cut where that becomes too much. When nobody at all
 * has taken what was sent, nobody is to blame, and nothing more is read until the first one has.
 */
export class ViewersPace {
  readonly #clock: () => number
  readonly #viewers = new Map<FrameReader, Progress>()
  readonly #lagging = new Set<Progress>()
  readonly #leftBehind = new Set<Progress>()
  #wake = () => {}

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /** From now on it gets every frame. Nobody waits for a newcomer until it has read how the console looked before. */
  add(viewer: FrameReader, history: Buffer | null): void {
    const progress: Progress = { underWayBytes: history?.length ?? 0, takenBytes: 0, wait: null }
    this.#viewers.set(viewer, progress)
    if (history === null) return
    if (history.length > windowBytes) this.#leftBehind.add(progress)
    viewer.sendBulk(history, () => this.#taken(progress, history.length))
  }

  remove(viewer: FrameReader): void {
    const progress = this.#viewers.get(viewer)
    if (!progress) return
    this.#viewers.delete(viewer)
    this.#forgive(progress)
    this.#wake()
  }

  sendToAll(frame: Buffer): void {
    for (const [viewer, progress] of this.#viewers) {
      if (!viewer.sendEncoded(frame, () => this.#taken(progress, frame.length))) continue
      progress.underWayBytes += frame.length
      if (progress.underWayBytes > windowBytes && !this.#leftBehind.has(progress)) this.#lagging.add(progress)
    }
  }

  /** Resolves when another frame may be sent. */
  async room(): Promise<void> {
    for (let waitMs = this.#waitMs(); waitMs > 0; waitMs = this.#waitMs()) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>(resolve => {
        this.#wake = resolve
        if (Number.isFinite(waitMs)) timer = setTimeout(resolve, waitMs)
      })
      clearTimeout(timer)
    }
  }

  /** How long to wait unless somebody catches up before; 0 when there is room. */
  #waitMs(): number {
    const behind = this.#lagging.size + this.#leftBehind.size
    if (behind === 0) return 0
    if (behind === this.#viewers.size) return Number.POSITIVE_INFINITY
    const nowMs = this.#clock()
    let untilMs = Number.POSITIVE_INFINITY
    for (const progress of this.#lagging) {
      const { takenBytes } = progress
      progress.wait ??= { sinceMs: nowMs, takenBytes }
      const verdict = checkWait(progress.wait, takenBytes, nowMs)
      if (verdict === 'begin anew') progress.wait = { sinceMs: nowMs, takenBytes }
      if (verdict === 'leave behind') {
        this.#lagging.delete(progress)
        this.#leftBehind.add(progress)
      } else untilMs = Math.min(untilMs, progress.wait.sinceMs + patienceMs)
    }
    return this.#lagging.size === 0 ? 0 : Math.max(1, untilMs - nowMs)
  }

  #taken(progress: Progress, bytes: number): void {
    progress.underWayBytes -= bytes
    progress.takenBytes += bytes
    if (progress.underWayBytes > windowBytes || !this.#forgive(progress)) return
    const isFirst = this.#lagging.size + this.#leftBehind.size === this.#viewers.size - 1
    if (isFirst || this.#lagging.size === 0) this.#wake()
  }

  /** True when it was behind until now. */
  #forgive(progress: Progress): boolean {
    progress.wait = null
    const wasLagging = this.#lagging.delete(progress)
    return this.#leftBehind.delete(progress) || wasLagging
  }
}
