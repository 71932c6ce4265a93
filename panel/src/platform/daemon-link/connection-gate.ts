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

export interface ConnectionGate {
  /** False when the address, or all strangers together, hold too many connections already. */
  enter(address: string, port: number): boolean
  /** It has shown the certificate of a node. */
  prove(address: string, port: number): void
  leave(address: string, port: number): void
}

interface Known {
  proven: Set<number>
  /** The most at the same time. */
  most: number
}

export function createConnectionGate(limits: GateLimits): ConnectionGate {
  const strangers = new Map<string, Set<number>>()
  /** Those that nodes came from longest ago first. */
  const known = new Map<string, Known>()
  let total = 0

  function forgetStranger(address: string, port: number): boolean {
    const ports = strangers.get(address)
    if (!ports?.delete(port)) return false
    total -= 1
    if (ports.size === 0) strangers.delete(address)
    return true
  }

  return {
    enter(address, port) {
      const ports = strangers.get(address) ?? new Set()
      const trusted = known.get(address)?.most ?? 0
      const limit = Math.min(limits.perAddress + trusted, limits.perKnownAddress)
      if (ports.size >= limit || (trusted === 0 && total >= limits.total)) return false
      strangers.set(address, ports.add(port))
      total += 1
      return true
    },
    prove(address, port) {
      if (!forgetStranger(address, port)) return
      const { proven, most } = known.get(address) ?? { proven: new Set(), most: 0 }
      proven.add(port)
      known.delete(address)
      known.set(address, { proven, most: Math.max(most, proven.size) })
      const [oldest] = known.keys()
      if (known.size > limits.knownAddresses && oldest !== undefined) known.delete(oldest)
    },
    leave(address, port) {
      forgetStranger(address, port)
      known.get(address)?.proven.delete(port)
    },
  }
}
