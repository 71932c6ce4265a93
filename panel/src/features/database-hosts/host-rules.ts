// What holds for database hosts, whatever is stored and wherever they are.

import type { DatabaseHostConnection } from '@rookery/contracts/http/database-hosts.ts'

type PasswordDecision = { use: 'given' | 'stored' } | { problem: string }

/**
 * Which password a host has from now on. The stored one goes only to where it was entered for, and never with less
 * protection on the way: else whoever changes the address would be sent it.
 */
export function decidePassword(
  wanted: DatabaseHostConnection,
  given: string | undefined,
  stored: DatabaseHostConnection | null,
): PasswordDecision {
  if (given !== undefined) return { use: 'given' }
  const enterIt = 'enter the password of the user'
  if (stored === null) return { problem: enterIt }
  if (!isSamePlace(wanted, stored)) {
    return { problem: `is required anew, because the address or the user is another one: ${enterIt}` }
  }
  if (protection[wanted.tls] < protection[stored.tls]) {
    return { problem: `is required anew, because TLS protects it less: ${enterIt}` }
  }
  return { use: 'stored' }
}

const protection = { off: 0, unchecked: 1, checked: 2 }

function isSamePlace(one: DatabaseHostConnection, other: DatabaseHostConnection): boolean {
  return (['kind', 'address', 'port', 'user'] as const).every(part => one[part] === other[part])
}

/** Whether game servers of a node may have databases on a host. */
export function isForNode({ nodeIds }: { nodeIds: readonly number[] | null }, nodeId: number): boolean {
  return nodeIds === null || nodeIds.includes(nodeId)
}
