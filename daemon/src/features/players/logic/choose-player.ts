// Which of the players that a game lists is meant by what a person or program wrote: the id or the name.

import type { GamePlayer } from '@rookery/contracts/players.ts'

export type ChosenPlayer = { id: string } | { problem: string }

/** An id wins over a name, the exact name over one in another case or without the colors that Quake puts into names. */
export function choosePlayer(players: readonly GamePlayer[], wanted: string): ChosenPlayer {
  const usable = players.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))
  const byId = usable.find(({ id }) => id === wanted)
  if (byId) return { id: byId.id }
  const readings = [
    (name: string) => name,
    (name: string) => name.replaceAll(/\^[0-9a-z]/gi, '').toLowerCase(),
  ]
  for (const read of readings) {
    const found = usable.filter(({ name }) => read(name) === read(wanted))
    const [first, ...more] = found
    if (first && more.length === 0) return { id: first.id }
    if (first) return { problem: `several players are called ${JSON.stringify(wanted)}: name one by its id` }
  }
  return { problem: `no player ${JSON.stringify(wanted)} is online` }
}
