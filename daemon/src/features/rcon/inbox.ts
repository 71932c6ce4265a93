// What has arrived and waits to be read, with a time limit for each wait.

const waitingLimit = 10_000

export type Arrival<Item> = { item: Item } | 'silence' | 'ended'

/** Drops what nobody has asked for: between two questions a game may say what it wants. */
export class Inbox<Item> {
  #items: Item[] = []
  #isOpen = false
  #hasEnded = false
  #wake: (() => void) | null = null

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  put(item: Item): void {
    if (!this.#isOpen || this.#items.length >= waitingLimit) return
    this.#items.push(item)
    this.#wake?.()
  }

  /** Nothing comes any more; what is here can still be read. */
  end(): void {
    this.#hasEnded = true
    this.#wake?.()
  }

  /** Keeps what arrives while `work` runs. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#items = []
    this.#isOpen = true
    try {
      return await work()
    } finally {
      this.#isOpen = false
      this.#items = []
    }
  }

  async next(limitMs: number): Promise<Arrival<Item>> {
    if (this.#items.length === 0 && !this.#hasEnded) await this.#arrival(limitMs)
    const item = this.#items.shift()
    if (item !== undefined) return { item }
    return this.#hasEnded ? 'ended' : 'silence'
  }

  #arrival(limitMs: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(() => this.#wake?.(), Math.max(0, limitMs))
      this.#wake = () => {
        this.#wake = null
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
