// A database host as it is edited, and what is sent of it.

import { type DatabaseKind, type DatabaseTls, usualDatabasePorts } from '@rookery/contracts/database-hosts.ts'
import type { DatabaseHost } from '@rookery/contracts/http/database-hosts.ts'

export interface HostDraft {
  name: string
  kind: DatabaseKind
  address: string
  port: number | null
  user: string
  /** Empty: the stored one stays. */
  password: string
  tls: DatabaseTls
  authorities: string
  /** Empty: as the panel finds it. */
  addressForGames: string
  portForGames: number | null
  /** Null: any number. */
  maxDatabases: number | null
  assignedTo: 'all' | 'nodes'
  nodeIds: string[]
}

export function draftOf(host: DatabaseHost | null): HostDraft {
  if (!host) {
    return {
      ...{ name: '', kind: 'mysql', address: '', port: usualDatabasePorts.mysql, user: '', password: '' },
      ...{ tls: 'off', authorities: '', addressForGames: '', portForGames: null, maxDatabases: null },
      ...{ assignedTo: 'all', nodeIds: [] },
    }
  }
  const { name, kind, address, port, user, tls, authorities, assigned } = host
  return {
    ...{ name, kind, address, port, user, password: '', tls, authorities },
    addressForGames: host.address_for_games ?? '',
    portForGames: host.port_for_games,
    maxDatabases: host.max_databases,
    assignedTo: assigned.to,
    nodeIds: assigned.to === 'nodes' ? assigned.node_ids.map(String) : [],
  }
}

/** With the port that the other kind has usually, where the usual one stood. */
export function withKind(draft: HostDraft, kind: DatabaseKind): HostDraft {
  const isUsual = draft.port === usualDatabasePorts[draft.kind]
  return { ...draft, kind, port: isUsual ? usualDatabasePorts[kind] : draft.port }
}

export function connectionOf({ kind, address, port, user, password, tls, authorities }: HostDraft) {
  return {
    ...{ kind, address: address.trim(), port: port ?? usualDatabasePorts[kind], user, tls },
    authorities: tls === 'checked' ? authorities : '',
    ...(password !== '' && { password }),
  }
}

export function bodyOf(draft: HostDraft) {
  return {
    ...connectionOf(draft),
    name: draft.name,
    address_for_games: draft.addressForGames.trim() || null,
    port_for_games: draft.portForGames,
    max_databases: draft.maxDatabases,
    assigned:
      draft.assignedTo === 'all'
        ? { to: 'all' as const }
        : { to: 'nodes' as const, node_ids: draft.nodeIds.map(Number) },
  }
}
