// How many play on each game server, as the live channel reports it: a count redraws its own row only.

import type { PlayersEvent } from '@rookery/contracts/websocket/events.ts'
import { useSyncExternalStore } from 'react'

export interface PlayerCount {
  players: number
  maxPlayers: number | null
}

const known = new Map<number, PlayerCount>()
const listeners = new Map<number, Set<() => void>>()

function notify(gameServerId: number): void {
  for (const listener of listeners.get(gameServerId) ?? []) listener()
}

export const playerCountStore = {
  take({ servers }: PlayersEvent['payload']): void {
    for (const [id, players, maxPlayers] of servers) {
      const before = known.get(id)
      if (before?.players === players && before.maxPlayers === maxPlayers) continue
      if (players === null) known.delete(id)
      else known.set(id, { players, maxPlayers })
      notify(id)
    }
  },
  /** After a break nobody knows how many play now. */
  forget(): void {
    const reported = [...known.keys()]
    known.clear()
    for (const id of reported) notify(id)
  },
  of: (gameServerId: number): PlayerCount | null => known.get(gameServerId) ?? null,
  subscribe(gameServerId: number, listener: () => void): () => void {
    const own = listeners.get(gameServerId) ?? new Set()
    listeners.set(gameServerId, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0 && listeners.get(gameServerId) === own) listeners.delete(gameServerId)
    }
  },
}

export const usePlayerCount = (gameServerId: number): PlayerCount | null =>
  useSyncExternalStore(
    listener => playerCountStore.subscribe(gameServerId, listener),
    () => playerCountStore.of(gameServerId),
  )
