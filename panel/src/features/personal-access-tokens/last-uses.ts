// When each token was last used: noted in memory on every request, written in batches, at most a minute late.

const batchSize = 200

type Uses = [tokenId: number, usedAtMs: number][]

export interface LastUses {
  note(tokenId: number, usedAtMs: number): void
  /** The later of what is written and what is not yet. */
  merged(tokenId: number, writtenMs: number | null): number | null
  /** Writes what has been noted; what could not be written is kept for the next time. */
  write(): Promise<void>
}

export function createLastUses(writeBatch: (uses: Uses) => Promise<void>): LastUses {
  const noted = new Map<number, number>()
  const merged = (tokenId: number, writtenMs: number | null) => {
    const notedMs = noted.get(tokenId)
    return notedMs === undefined ? writtenMs : Math.max(notedMs, writtenMs ?? 0)
  }
  return {
    note: (tokenId, usedAtMs) => noted.set(tokenId, usedAtMs),
    merged,
    async write() {
      // In the order of ids, so that two instances never wait for each other.
      const uses: Uses = [...noted].sort(([a], [b]) => a - b)
      for (let start = 0; start < uses.length; start += batchSize) {
        const batch = uses.slice(start, start + batchSize)
        await writeBatch(batch)
        // A use in the meantime is not written yet.
        for (const [tokenId, usedAtMs] of batch) if (noted.get(tokenId) === usedAtMs) noted.delete(tokenId)
      }
    },
  }
}
