// Filters and sorts the list of game servers.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { type RunState, runStates } from '@rookery/contracts/run-states.ts'
import { rankTexts, type TextRanks } from './text-ranks.ts'

export const sortKeys = ['name', 'game', 'state', 'node', 'since'] as const
export type SortKey = (typeof sortKeys)[number]

export interface Arrangement {
  searchText: string
  state: RunState | 'away' | null
  tag: string | null
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

type Comparison = (one: GameServer, other: GameServer) => number

const comparisons: Record<SortKey, (rank: (text: string) => number) => Comparison> = {
  name: rank => (one, other) => rank(one.name) - rank(other.name),
  game: rank => (one, other) => rank(one.template.name) - rank(other.template.name),
  state: () => (one, other) =>
    Number(one.node_online) - Number(other.node_online) || urgencyOf(one) - urgencyOf(other),
  node: rank => (one, other) => rank(one.node_name) - rank(other.node_name),
  since: () => (one, other) => Date.parse(other.state_changed_at) - Date.parse(one.state_changed_at),
}

/** Every text by which the list can be sorted. */
export const sortedTexts = (list: readonly GameServer[]): Set<string> =>
  new Set(list.flatMap(({ name, template, node_name }) => [name, template.name, node_name]))

/** Every tag in the list, in the order of the alphabet. */
export const tagsOf = (list: readonly GameServer[]): string[] =>
  [...new Set(list.flatMap(({ tags }) => tags))].toSorted((one, other) => one.localeCompare(other))

function matches(
  gameServer: GameServer,
  { state, tag }: Arrangement,
  searchText: readonly string[],
): boolean {
  if (state === 'away' && gameServer.node_online) return false
  if (state && state !== 'away' && (gameServer.state !== state || !gameServer.node_online)) return false
  if (tag !== null && !gameServer.tags.includes(tag)) return false
  if (searchText.length === 0) return true
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
  return searchText.every(label => text.includes(label))
}

/** `ranks` saves comparing the same texts anew whenever a state changes. */
export function arrangeGameServers(
  list: readonly GameServer[],
  arrangement: Arrangement,
  ranks: TextRanks = rankTexts(sortedTexts(list)),
): GameServer[] {
  const rank = (text: string) => ranks.get(text) ?? 0
  const compare = comparisons[arrangement.sort](rank)
  const byName = comparisons.name(rank)
  const direction = arrangement.isDescending ? -1 : 1
  const searchText = arrangement.searchText.toLowerCase().split(/\s+/).filter(Boolean)
  return list
    .filter(gameServer => matches(gameServer, arrangement, searchText))
    .sort((one, other) => direction * compare(one, other) || byName(one, other) || one.id - other.id)
}
