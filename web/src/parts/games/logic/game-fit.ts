// Whether a game can run on one of the nodes here, and if not, what is closest to it and what it lacks.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { isContainerEngine } from '@rookery/contracts/process-managers.ts'

export type FitNode = Pick<Node, 'name' | 'enrolled' | 'enabled' | 'online' | 'runtimes' | 'arch' | 'limits'>
type Game = Pick<TemplateSummary, 'process_managers' | 'needs'>

export type GameFit =
  /**
   * `programs` must be installed on that node first; the panel cannot see whether they are. `count` of the
   * `total` nodes that are online run it as they are.
   */
  | { kind: 'runs'; node: string; programs: readonly string[]; count: number; total: number }
  | { kind: 'no-node' }
  | { kind: 'away'; node: string }
  | { kind: 'runtime'; node: string; ways: readonly string[] }
  | { kind: 'architecture'; node: string; arch: string; wanted: readonly string[] }
  | { kind: 'memory' | 'disk'; node: string; neededBytes: number; presentBytes: number }

const megabyte = 1024 ** 2
/** A machine sold with 16 GB shows a little less; what a game needs is a round figure as well. */
const tolerance = 0.9

/** On one node, counted as the only one. */
function fitOn(node: FitNode, { process_managers: managers, needs = {} }: Game): GameFit {
  const { name } = node
  if (!node.enabled || !node.online) return { kind: 'away', node: name }
  const ways = managers.filter(way => node.runtimes.includes(way))
  if (ways.length === 0) return { kind: 'runtime', node: name, ways: managers }
  const wanted = needs.architectures
  if (wanted && node.arch !== null && !wanted.some(arch => arch === node.arch))
    return { kind: 'architecture', node: name, arch: node.arch, wanted }
  for (const kind of ['memory', 'disk'] as const) {
    const neededBytes = (needs[`${kind}_mb`] ?? 0) * megabyte
    const presentBytes = node.limits[`${kind}_bytes`]
    // 0 is what a daemon says that could not find out.
    if (presentBytes && presentBytes < neededBytes * tolerance)
      return { kind, node: name, neededBytes, presentBytes }
  }
  const isContained = ways.some(isContainerEngine)
  const programs = isContained ? [] : (needs.programs ?? [])
  return { kind: 'runs', node: name, programs, count: programs.length === 0 ? 1 : 0, total: 1 }
}

/** The less is missing, the smaller. */
const distances: Record<GameFit['kind'], number> = {
  runs: 0,
  memory: 2,
  disk: 2,
  runtime: 3,
  architecture: 4,
  away: 5,
  'no-node': 6,
}

function distanceOf(fit: GameFit): number {
  return fit.kind === 'runs' && fit.programs.length > 0 ? 1 : distances[fit.kind]
}

/** On the node that lacks the least; the first of equals. */
export function gameFit(game: Game, nodes: readonly FitNode[]): GameFit {
  const fits = nodes.filter(({ enrolled }) => enrolled).map(node => fitOn(node, game))
  const best = fits.reduce<GameFit>(
    (nearest, fit) => (distanceOf(fit) < distanceOf(nearest) ? fit : nearest),
    {
      kind: 'no-node',
    },
  )
  const count = fits.filter(fit => distanceOf(fit) === 0).length
  const total = fits.filter(({ kind }) => kind !== 'away').length
  return best.kind === 'runs' ? { ...best, count, total } : best
}

export interface PlacedGame {
  template: TemplateSummary
  /** Null where the nodes are not known: then nothing is said about it. */
  fit: GameFit | null
}

/** Those that run here first, then those that would with a program installed, then the rest; each in its order. */
export function placeGames(
  templates: readonly TemplateSummary[],
  nodes: readonly FitNode[] | null,
): PlacedGame[] {
  const rankOf = ({ fit }: PlacedGame) =>
    fit === null || distanceOf(fit) === 0 ? 0 : fit.kind === 'runs' ? 1 : 2
  return templates
    .map(template => ({ template, fit: nodes && gameFit(template, nodes) }))
    .sort((one, other) => rankOf(one) - rankOf(other))
}
