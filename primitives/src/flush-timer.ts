// Plans the next flush of something that collects: at once after a rest, otherwise so that it flushes once in a while.

export class FlushTimer {
  readonly #flush: () => void
  readonly #everyMs: number
  #flushedAtMs = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null
  #immediate: NodeJS.Immediate | null = null

  constructor(flush: () => void, everyMs: number) {
    this.#flush = flush
    this.#everyMs = everyMs
  }

  /** After a rest the flush follows this turn of the event loop, so that what comes together goes together. */
  plan(): void {
    if (this.#timer || this.#immediate) return
    const leftMs = this.#everyMs - (performance.now() - this.#flushedAtMs)
    const flush = () => {
      this.flushed()
      this.#flush()
    }
    if (leftMs > 0) this.#timer = setTimeout(flush, Math.ceil(leftMs))
    else this.#immediate = setImmediate(flush)
  }

  /** To be called after a flush that was not planned here. */
  flushed(): void {
    this.cancel()
    this.#flushedAtMs = performance.now()
  }

  cancel(): void {
    if (this.#timer) clearTimeout(this.#timer)
    if (this.#immediate) clearImmediate(this.#immediate)
    this.#timer = null
    this.#immediate = null
  }
}
