// Which nodes can run a game, why the others cannot, and which one comes about when the panel chooses.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { CandidateNode } from '@rookery/contracts/http/placement.ts'

type Told = 'id' | 'name' | 'enrolled' | 'enabled' | 'online' | 'runtimes' | 'ips'
export type ChoiceNode = Pick<Node, Told | 'placement' | 'location' | 'tags'>

export interface NodeChoice {
  node: ChoiceNode
  /** The ways of the template that the node has. */
  ways: string[]
  why: 'fits' | 'lacks' | 'away' | 'off' | 'notJoined' | 'closed' | 'draining'
}

function whyOf(node: ChoiceNode, ways: readonly string[]): NodeChoice['why'] {
  if (!node.enrolled) return 'notJoined'
  if (!node.enabled) return 'off'
  if (!node.online) return 'away'
  if (node.placement !== 'open') return node.placement
  return ways.length > 0 ? 'fits' : 'lacks'
}

/** Those that can come first. */
export function nodeChoices(nodes: readonly ChoiceNode[], processManagers: readonly string[]): NodeChoice[] {
  const choices = nodes.map(node => {
    const ways = processManagers.filter(way => node.runtimes.includes(way))
    return { node, ways, why: whyOf(node, ways) }
  })
  const fits = (choice: NodeChoice) => choice.why === 'fits'
  return [...choices.filter(fits), ...choices.filter(choice => !fits(choice))]
}

/** What the panel says of all nodes; null: it is not asked, or has not answered yet. */
export interface Placement {
  node_id: number | null
  nodes: readonly CandidateNode[]
}

export interface Wish {
  /** Empty: any. */
  location: string
  tags: readonly string[]
}

export const anyNode: Wish = { location: '', tags: [] }

export interface ChosenNode {
  /** The panel chooses when the server is created. */
  isAnywhere: boolean
  /** It has said which one that would be now. */
  isForeseen: boolean
  /** The one that was chosen, or that the panel would choose now; where that is not known, any of those that fit. */
  choice: NodeChoice | undefined
}

/** Where nobody has chosen, the panel does, if there is a choice. */
export function chosenNode(
  choices: readonly NodeChoice[],
  typed: number | 'anywhere' | null,
  placement: Placement | null,
): ChosenNode {
  const fitting = choices.filter(({ why }) => why === 'fits')
  const named = choices.find(({ node }) => node.id === typed)
  if (named) return { isAnywhere: false, isForeseen: false, choice: named }
  if (fitting.length < 2) return { isAnywhere: false, isForeseen: false, choice: fitting[0] }
  if (placement === null) return { isAnywhere: true, isForeseen: false, choice: fitting[0] }
  return {
    isAnywhere: true,
    isForeseen: true,
    choice: fitting.find(({ node }) => node.id === placement.node_id),
  }
}

const scarce = ['memory', 'cpu', 'disk'] as const
export type Scarce = (typeof scarce)[number]

export interface Shortage {
  what: Scarce
  left: number
}

/** Of what is asked for and the node may no longer promise, the first. */
export function shortageOf(placement: Placement | null, nodeId: number): Shortage | null {
  const found = placement?.nodes.find(({ id }) => id === nodeId)
  if (!found) return null
  const what = scarce.find(each => found.misfits.some(({ code }) => code === each))
  const { memory_bytes, cpu_percent, disk_bytes } = found.left
  const left = { memory: memory_bytes, cpu: cpu_percent, disk: disk_bytes }
  return what === undefined ? null : { what, left: Math.max(0, left[what] ?? 0) }
}

/** What the nodes can be told apart by. */
export function wishesOf(choices: readonly NodeChoice[]): { locations: string[]; tags: string[] } {
  const nodes = choices.filter(({ why }) => why === 'fits').map(({ node }) => node)
  const sorted = (words: readonly string[]) =>
    [...new Set(words)].toSorted((one, next) => one.localeCompare(next))
  return {
    locations: sorted(nodes.flatMap(({ location }) => location ?? [])),
    tags: sorted(nodes.flatMap(({ tags }) => tags)),
  }
}
