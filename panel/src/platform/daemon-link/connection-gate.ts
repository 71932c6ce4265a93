// Counts connections that have not shown a node certificate, so that strangers cannot use up the listener.

export interface GateLimits {
  perAddress: number
  total: number
}

export interface ConnectionGate {
  /** False when the address, or all strangers together, hold too many connections already. */
  enter(address: string, port: number): boolean
  /** The connection has closed, or has become one of a node. */
  leave(address: string, port: number): void
}

export function createConnectionGate(limits: GateLimits): ConnectionGate {
  const portsByAddress = new Map<string, Set<number>>()
  let total = 0
  return {
    enter(address, port) {
      const ports = portsByAddress.get(address) ?? new Set()
      if (total >= limits.total || ports.size >= limits.perAddress) return false
      portsByAddress.set(address, ports.add(port))
      total += 1
      return true
    },
    leave(address, port) {
      const ports = portsByAddress.get(address)
      if (!ports?.delete(port)) return
      total -= 1
      if (ports.size === 0) portsByAddress.delete(address)
    },
  }
}
