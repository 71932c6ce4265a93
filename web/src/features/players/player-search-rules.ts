// Finds players by name, or by what the game calls them in its commands.

import type { GamePlayer } from '@rookery/contracts/players.ts'

/** Fewer are seen at a glance. */
const searchedFrom = 8

/** A search that has been begun stays when people leave meanwhile. */
export const isSearchable = (players: readonly GamePlayer[], searchText: string): boolean =>
  players.length >= searchedFrom || searchText !== ''

export function findPlayers(players: readonly GamePlayer[], searchText: string): readonly GamePlayer[] {
  const wanted = searchText.trim().toLocaleLowerCase()
  return players.filter(({ name, id }) =>
    [name, id ?? ''].some(text => text.toLocaleLowerCase().includes(wanted)),
  )
}
