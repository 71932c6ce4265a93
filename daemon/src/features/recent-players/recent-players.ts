// Who was seen on each game server of this node, from the lists that are read anyway; stored, because daemons restart.

import type { GamePlayer } from '@rookery/contracts/players.ts'
import type { RecentPlayersStore } from './recent-players-store.ts'
import { type SeenPlayer, seenNow, stillRecent } from './seen-player-rules.ts'

export interface RecentPlayers {
  /** Of a list that the game has just given. */
  note(uuid: string, players: readonly Pick<GamePlayer, 'name'>[]): void
  /** The one who was seen last comes first. */
  list(uuid: string): readonly SeenPlayer[]
  forget(uuid: string): void
}

/** Somebody who stays is written down again after so long: lists are read every few seconds. */
const storedAgainAfterMs = 60_000

interface Known {
  seen: readonly SeenPlayer[]
  /** What the store says, which is a little behind. */
  stored: Map<string, number>
}

export function createRecentPlayers(store: RecentPlayersStore, nowMs: () => number): RecentPlayers {
  const known = new Map<string, Known>()
  store.removeBefore(stillRecent(nowMs()))

  function open(uuid: string): Known {
    const open = known.get(uuid)
    if (open) return open
    const seen = store.of(uuid)
    const fresh = { seen, stored: new Map(seen.map(({ name, lastSeenMs }) => [name, lastSeenMs])) }
    known.set(uuid, fresh)
    return fresh
  }

  function save(uuid: string, { seen, stored }: Known): void {
    const late = seen.filter(
      ({ name, lastSeenMs }) => lastSeenMs - (stored.get(name) ?? 0) >= storedAgainAfterMs,
    )
    const names = new Set(seen.map(({ name }) => name))
    const gone = [...stored.keys()].filter(name => !names.has(name))
    if (late.length === 0 && gone.length === 0) return
    if (!store.change(uuid, late, gone)) return
    for (const { name, lastSeenMs } of late) stored.set(name, lastSeenMs)
    for (const name of gone) stored.delete(name)
  }

  return {
    note(uuid, players) {
      if (players.length === 0) return
      const now = open(uuid)
      const names = players.map(({ name }) => name)
      now.seen = seenNow(now.seen, names, nowMs())
      save(uuid, now)
    },
    list: uuid => seenNow(open(uuid).seen, [], nowMs()),
    forget(uuid) {
      known.delete(uuid)
      store.removeAll(uuid)
    },
  }
}
