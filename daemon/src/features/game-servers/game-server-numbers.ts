// The numbers of game servers on this node: one for each uuid, for ever. Process managers, consoles and user ids go by
// them. The panel's numbers are another thing: a panel whose database was restored gives them out again.

import type { GameServerStore } from './game-server-store.ts'
import { pickNumber } from './logic/pick-number.ts'

export interface GameServerNumbers {
  /** The number of this uuid; the first time it is the panel's, where that is free. */
  of(uuid: string, panelId: number): number
  /** Notes whose a number is, as the owner of a folder shows it; what is known already counts more. */
  note(uuid: string, number: number): void
  uuidOf(number: number): string | null
  /** The highest that was ever given; 0 when there was none. */
  highest(): number
}

export function createGameServerNumbers(
  store: Pick<GameServerStore, 'numbers' | 'addNumber'>,
): GameServerNumbers {
  const numbers = store.numbers()
  const taken = new Set(numbers.values())
  function add(uuid: string, number: number): number {
    numbers.set(uuid, number)
    taken.add(number)
    store.addNumber(uuid, number)
    return number
  }
  return {
    of: (uuid, panelId) => numbers.get(uuid) ?? add(uuid, pickNumber(panelId, taken)),
    note(uuid, number) {
      if (!numbers.has(uuid) && !taken.has(number)) add(uuid, number)
    },
    uuidOf: number => [...numbers].find(([, one]) => one === number)?.[0] ?? null,
    highest: () => [...taken].reduce((highest, number) => Math.max(highest, number), 0),
  }
}
