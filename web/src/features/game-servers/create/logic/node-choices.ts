// Which nodes can run a game, and why the others cannot.

import type { Node } from '@rookery/contracts/http/nodes.ts'

export interface NodeChoice {
  node: Node
  /** The ways of the template that the node has. */
  ways: string[]
  why: 'fits' | 'lacks' | 'away' | 'off' | 'notJoined'
}

function whyOf(node: Node, ways: readonly string[]): NodeChoice['why'] {
  if (!node.enrolled) return 'notJoined'
  if (!node.enabled) return 'off'
  if (!node.online) return 'away'
  return ways.length > 0 ? 'fits' : 'lacks'
}

/** Those that can come first. */
export function nodeChoices(nodes: readonly Node[], processManagers: readonly string[]): NodeChoice[] {
  const choices = nodes.map(node => {
    const ways = processManagers.filter(way => node.runtimes.includes(way))
    return { node, ways, why: whyOf(node, ways) }
  })
  const fits = (choice: NodeChoice) => choice.why === 'fits'
  return [...choices.filter(fits), ...choices.filter(choice => !fits(choice))]
}
