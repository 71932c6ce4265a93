// Counts connections that have not shown a node certificate, so that strangers cannot use up the listener.
//
// Behind a proxy all nodes have one address, and after a cut all of them are strangers for a moment. An address from
// which nodes have come is therefore trusted with as many more, and strangers elsewhere take nothing away from it. There
// is a limit all the same: who is refused comes again soon, but of too many handshakes at once none ends in time.

export interface GateLimits {
  perAddress: number
  /** The same for an address that nodes have come from. */
  perKnownAddress: number
  total: number
  /** How many addresses of nodes are remembered. */
  knownAddresses: number
}

/** Tells the connections of one address apart. */
type ConnectionName = string | number

export interface ConnectionGate {
  /** False when the address, or all strangers together, hold too many connections already. */
  enter(address: string, connection: ConnectionName): boolean
  /** It has shown the certificate of a node. */
  prove(address: string, connection: ConnectionName): void
  leave(address: string, connection: ConnectionName): void
}

interface Known {
  proven: Set<ConnectionName>
  /** The most at the same time. */
  most: number
}

export function createConnectionGate(limits: GateLimits): ConnectionGate {
  const strangers = new Map<string, Set<ConnectionName>>()
  /** Those that nodes came from longest ago first. */
  const known = new Map<string, Known>()
  let total = 0

  function forgetStranger(address: string, connection: ConnectionName): boolean {
    const connections = strangers.get(address)
    if (!connections?.delete(connection)) return false
    total -= 1
    if (connections.size === 0) strangers.delete(address)
    return true
  }

  return {
    enter(address, connection) {
      const connections = strangers.get(address) ?? new Set()
      const trusted = known.get(address)?.most ?? 0
      const limit = Math.min(limits.perAddress + trusted, limits.perKnownAddress)
      if (connections.size >= limit || (trusted === 0 && total >= limits.total)) return false
      strangers.set(address, connections.add(connection))
      total += 1
      return true
    },
    prove(address, connection) {
      if (!forgetStranger(address, connection)) return
      const { proven, most } = known.get(address) ?? { proven: new Set(), most: 0 }
      proven.add(connection)
      known.delete(address)
      known.set(address, { proven, most: Math.max(most, proven.size) })
      const [oldest] = known.keys()
      if (known.size > limits.knownAddresses && oldest !== undefined) known.delete(oldest)
    },
    leave(address, connection) {
      forgetStranger(address, connection)
      known.get(address)?.proven.delete(connection)
    },
  }
}
