// Filters and sorts the list of game servers.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { type RunState, runStates } from '@rookery/contracts/run-states.ts'
import { type FigureKey, isFigure, type ListSort, type SortKey } from './list-sort.ts'
import { rankTexts, type TextRanks } from './text-ranks.ts'

/** What is known of one game server right now; null where nothing is. */
export type FiguresOf = (gameServerId: number) => Record<FigureKey, number | null>

const nothingKnown: FiguresOf = () => ({ players: null, cpu: null, memory: null })

export interface Arrangement extends ListSort {
  searchText: string
  state: RunState | 'away' | null
  tag: string | null
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

const comparisons: Record<Exclude<SortKey, FigureKey>, (rank: (text: string) => number) => Comparison> = {
  name: rank => (one, other) => rank(one.name) - rank(other.name),
  game: rank => (one, other) => rank(one.template.name) - rank(other.template.name),
  state: () => (one, other) =>
    Number(one.node_online) - Number(other.node_online) || urgencyOf(one) - urgencyOf(other),
  node: rank => (one, other) => rank(one.node_name) - rank(other.node_name),
  since: () => (one, other) => Date.parse(other.state_changed_at) - Date.parse(one.state_changed_at),
}

/** A server that does not run has no figures, whatever was heard of it before. */
const figureOf = (gameServer: GameServer, key: FigureKey, figuresOf: FiguresOf): number | null =>
  gameServer.node_online && (gameServer.state === 'running' || gameServer.state === 'paused')
    ? figuresOf(gameServer.id)[key]
    : null

/** The direction is part of it: what is unknown stays last. */
function byFigure(
  list: readonly GameServer[],
  key: FigureKey,
  direction: 1 | -1,
  figuresOf: FiguresOf,
): Comparison {
  const figures = new Map(list.map(gameServer => [gameServer.id, figureOf(gameServer, key, figuresOf)]))
  return (one, other) => {
    const [first = null, second = null] = [figures.get(one.id), figures.get(other.id)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return direction * (first - second)
  }
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

interface ArrangeOptions {
  /** Saves comparing the same texts anew whenever a state changes. */
  ranks?: TextRanks
  figuresOf?: FiguresOf
}

export function arrangeGameServers(
  list: readonly GameServer[],
  arrangement: Arrangement,
  { ranks = rankTexts(sortedTexts(list)), figuresOf = nothingKnown }: ArrangeOptions = {},
): GameServer[] {
  const { sort, isDescending } = arrangement
  const rank = (text: string) => ranks.get(text) ?? 0
  const direction = isDescending ? -1 : 1
  const searchText = arrangement.searchText.toLowerCase().split(/\s+/).filter(Boolean)
  const matching = list.filter(gameServer => matches(gameServer, arrangement, searchText))
  const byName = comparisons.name(rank)
  const compare = isFigure(sort) ? byFigure(matching, sort, direction, figuresOf) : comparisons[sort](rank)
  const turned = isFigure(sort) ? 1 : direction
  return matching.sort(
    (one, other) => turned * compare(one, other) || byName(one, other) || one.id - other.id,
  )
}

/**
 * The rows as they stood, without those that have left; a new one comes after the row that it follows in the fresh
 * order. So nothing that somebody is about to press moves away.
 */
export function steadyOrder(standing: readonly number[], fresh: readonly GameServer[]): GameServer[] {
  const byId = new Map(fresh.map(gameServer => [gameServer.id, gameServer]))
  const stood = new Set(standing)
  const order = standing.filter(id => byId.has(id))
  for (const [at, { id }] of fresh.entries()) {
    if (stood.has(id)) continue
    const before = fresh[at - 1]
    order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, id)
  }
  return order.flatMap(id => byId.get(id) ?? [])
}
