// Remembers an answer, or that there was none, for a short time: ten people who ask at once cost one question.

interface Cached<Value> {
  value: Promise<Value>
  /** Null while it is being found out. */
  untilMs: number | null
}

export class ShortCache<Value> {
  readonly #keepMs: number
  readonly #cached = new Map<string, Cached<Value>>()

  constructor(keepMs: number) {
    this.#keepMs = keepMs
  }

  get(key: string, ask: () => Promise<Value>): Promise<Value> {
    const known = this.#cached.get(key)
    if (known && (known.untilMs === null || known.untilMs > performance.now())) return known.value
    for (const [old, { untilMs }] of this.#cached) {
      if (untilMs !== null && untilMs <= performance.now()) this.#cached.delete(old)
    }
    const fresh: Cached<Value> = { value: ask(), untilMs: null }
    const settle = () => {
      fresh.untilMs = performance.now() + this.#keepMs
    }
    fresh.value.then(settle, settle)
    this.#cached.set(key, fresh)
    return fresh.value
  }

  /** What is asked from now on is asked anew. */
  forget(isMeant: (key: string) => boolean): void {
    for (const key of this.#cached.keys()) if (isMeant(key)) this.#cached.delete(key)
  }
}
