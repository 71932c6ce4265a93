// Filters and sorts the list of game servers.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { type RunState, runStates } from '@rookery/contracts/run-states.ts'

export const sortKeys = ['name', 'game', 'state', 'node', 'since'] as const
export type SortKey = (typeof sortKeys)[number]

export interface Arrangement {
  words: string
  state: RunState | 'away' | null
  sort: SortKey
  isDescending: boolean
}

/** What needs a person comes first when sorted by state. */
const urgency: RunState[] = [
  'crashed',
  'install_failed',
  'installing',
  'updating',
  'starting',
  'stopping',
  'running',
]
const urgencyOf = (gameServer: GameServer): number => {
  const at = urgency.indexOf(gameServer.state)
  return at === -1 ? urgency.length + runStates.indexOf(gameServer.state) : at
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const comparisons: Record<SortKey, (one: GameServer, other: GameServer) => number> = {
  name: (one, other) => collator.compare(one.name, other.name),
  game: (one, other) => collator.compare(one.template.name, other.template.name),
  state: (one, other) =>
    Number(one.node_online) - Number(other.node_online) || urgencyOf(one) - urgencyOf(other),
  node: (one, other) => collator.compare(one.node_name, other.node_name),
  since: (one, other) => Date.parse(other.state_changed_at) - Date.parse(one.state_changed_at),
}

function matches(gameServer: GameServer, { words, state }: Arrangement): boolean {
  if (state === 'away' && gameServer.node_online) return false
  if (state && state !== 'away' && (gameServer.state !== state || !gameServer.node_online)) return false
  const text = [
    gameServer.name,
    gameServer.template.name,
    gameServer.template.game,
    `${gameServer.ip}:${gameServer.port}`,
    gameServer.node_name,
    ...gameServer.tags,
  ]
    .join('\n')
    .toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

export function arrangeGameServers(list: readonly GameServer[], arrangement: Arrangement): GameServer[] {
  const compare = comparisons[arrangement.sort]
  const direction = arrangement.isDescending ? -1 : 1
  return list
    .filter(gameServer => matches(gameServer, arrangement))
    .sort(
      (one, other) => direction * compare(one, other) || comparisons.name(one, other) || one.id - other.id,
    )
}
