// The newest value of each game server, as the live channel reports it: a new one redraws what shows that server only.

import { useSyncExternalStore } from 'react'

export class LiveValues<Value> {
  readonly #known = new Map<number, Value>()
  readonly #listeners = new Map<number, Set<() => void>>()

  of(gameServerId: number): Value | null {
    return this.#known.get(gameServerId) ?? null
  }

  set(gameServerId: number, value: Value | null): void {
    if (value === null) this.#known.delete(gameServerId)
    else this.#known.set(gameServerId, value)
    for (const listener of this.#listeners.get(gameServerId) ?? []) listener()
  }

  /** After a break nobody knows what is true now. */
  forget(): void {
    for (const id of [...this.#known.keys()]) this.set(id, null)
  }

  subscribe(gameServerId: number, listener: () => void): () => void {
    const own = this.#listeners.get(gameServerId) ?? new Set()
    this.#listeners.set(gameServerId, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0 && this.#listeners.get(gameServerId) === own) this.#listeners.delete(gameServerId)
    }
  }
}

export const useLiveValue = <Value>(values: LiveValues<Value>, gameServerId: number): Value | null =>
  useSyncExternalStore(
    listener => values.subscribe(gameServerId, listener),
    () => values.of(gameServerId),
  )
