// Tells rows apart: games let two people carry the same name.

import type { GamePlayer } from '@rookery/contracts/players.ts'

export function withKeys(players: readonly GamePlayer[]): { key: string; player: GamePlayer }[] {
  const seen = new Map<string, number>()
  return players.map(player => {
    const who = player.id ?? player.name
    const times = (seen.get(who) ?? 0) + 1
    seen.set(who, times)
    return { key: `${who} ${times}`, player }
  })
}
