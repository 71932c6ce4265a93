// When tokens and sessions were last used: noted in memory on every request, written in batches later.

const usesAtOnce = 200

export interface Use {
  usedAtMs: number
}

export interface LastUses<Key, Noted extends Use> {
  note(key: Key, use: Noted): void
  /** The later of what is written and what is not yet. */
  merged(key: Key, writtenMs: number | null): number | null
  /** Writes what has been noted; what could not be written is kept for the next time. */
  write(): Promise<void>
}

export function createLastUses<Key extends number | string, Noted extends Use>(
  writeBatch: (uses: [Key, Noted][]) => Promise<void>,
): LastUses<Key, Noted> {
  const noted = new Map<Key, Noted>()
  return {
    note: (key, use) => noted.set(key, use),
    merged(key, writtenMs) {
      const use = noted.get(key)
      return use === undefined ? writtenMs : Math.max(use.usedAtMs, writtenMs ?? 0)
    },
    async write() {
      // In the order of keys, so that two instances never wait for each other.
      const uses = [...noted].sort(([a], [b]) => (a < b ? -1 : 1))
      for (let start = 0; start < uses.length; start += usesAtOnce) {
        const batch = uses.slice(start, start + usesAtOnce)
        await writeBatch(batch)
        // A use in the meantime is not written yet.
        for (const [key, use] of batch) if (noted.get(key) === use) noted.delete(key)
      }
    },
  }
}
