// How many play on each game server that runs: counted by query now and then, only while somebody watches a list.

import type { GameServers } from '../game-servers/game-servers.ts'
import type { Query } from '../query/query.ts'

const againMs = 15_000
const atOnce = 8

export interface PlayerCount {
  players: number
  maxPlayers: number | undefined
}

export interface PlayerCounts {
  /** Counts until the function that it gives is called. */
  watch(): () => void
  /** Null: it does not run, cannot be asked, or did not answer the last time. */
  of(gameServerId: number): PlayerCount | null
}

interface PlayerCountsDeps {
  /** Those that run, and can be queried. */
  countable: () => readonly number[]
  query: Pick<Query, 'ask'>
}

/** Games that can be queried, among those that run. */
export const countableGames = (gameServers: Pick<GameServers, 'processes' | 'get'>): number[] =>
  gameServers
    .processes()
    .filter(({ id, process }) => process !== null && gameServers.get(id)?.record.definition.query)
    .map(({ id }) => id)

export function createPlayerCounts({ countable, query }: PlayerCountsDeps): PlayerCounts {
  let counts = new Map<number, PlayerCount>()
  let watchers = 0
  let timer: NodeJS.Timeout | null = null
  let isCounting = false

  async function countAll(): Promise<void> {
    const fresh = new Map<number, PlayerCount>()
    const waiting = countable().values()
    const countNext = async (): Promise<void> => {
      for (const id of waiting) {
        // A game that does not answer has no count; the next round asks it again.
        const answer = await query.ask(id).catch(() => null)
        const players = answer?.query.players ?? null
        if (players !== null) fresh.set(id, { players, maxPlayers: answer?.query.max_players ?? undefined })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, countNext))
    counts = fresh
  }

  function count(): void {
    if (isCounting) return
    isCounting = true
    void countAll().finally(() => {
      isCounting = false
    })
  }

  return {
    watch() {
      watchers += 1
      if (watchers === 1) {
        count()
        timer = setInterval(count, againMs).unref()
      }
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        watchers -= 1
        if (watchers > 0 || !timer) return
        clearInterval(timer)
        timer = null
        counts = new Map()
      }
    },
    of: gameServerId => counts.get(gameServerId) ?? null,
  }
}
