// Measures a call of a plugin: its own work without what it waits for, and the whole of it.

interface GuestClockOptions {
  callMs: number
  wholeCallMs: number
  tooLong: (message: string) => void
}

export class GuestClock {
  readonly #options: GuestClockOptions
  #whole: NodeJS.Timeout | undefined
  #own: NodeJS.Timeout | undefined
  #leftMs = 0
  #runsSinceMs = 0

  constructor(options: GuestClockOptions) {
    this.#options = options
  }

  begin(): void {
    const { callMs, wholeCallMs, tooLong } = this.#options
    this.#leftMs = callMs
    this.#whole = setTimeout(() => tooLong(`a call took longer than ${wholeCallMs} ms in all`), wholeCallMs)
    this.goOn()
  }

  /** The plugin waits for its host. */
  wait(): void {
    clearTimeout(this.#own)
    this.#leftMs -= performance.now() - this.#runsSinceMs
  }

  goOn(): void {
    const { callMs, tooLong } = this.#options
    this.#runsSinceMs = performance.now()
    this.#own = setTimeout(() => tooLong(`a call worked longer than ${callMs} ms`), Math.max(0, this.#leftMs))
  }

  end(): void {
    clearTimeout(this.#own)
    clearTimeout(this.#whole)
  }
}
