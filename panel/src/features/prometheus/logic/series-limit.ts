// How many nodes and game servers fit into one scrape: those with the smallest numbers, each whole or not at all.

interface Room {
  maxSeries: number
  /** What is told in any case. */
  otherSeries: number
}

interface Kind<Thing> {
  things: readonly Thing[]
  /** The most that one adds. */
  seriesOfOne: number
}

export interface Fitting<Node, GameServer> {
  nodes: readonly Node[]
  gameServers: readonly GameServer[]
  leftOut: { node: number; server: number }
}

/** Nodes come first, and game servers into the room that they leave. */
export function fitInto<Node, GameServer>(
  { maxSeries, otherSeries }: Room,
  nodes: Kind<Node>,
  gameServers: Kind<GameServer>,
): Fitting<Node, GameServer> {
  const room = Math.max(0, maxSeries - otherSeries)
  const toldNodes = nodes.things.slice(0, Math.floor(room / nodes.seriesOfOne))
  const left = room - toldNodes.length * nodes.seriesOfOne
  const toldGameServers = gameServers.things.slice(0, Math.floor(left / gameServers.seriesOfOne))
  return {
    nodes: toldNodes,
    gameServers: toldGameServers,
    leftOut: {
      node: nodes.things.length - toldNodes.length,
      server: gameServers.things.length - toldGameServers.length,
    },
  }
}
