// Writes what a node says was done through SFTP into the audit log (6.4).

import type { SftpOperation } from '@rookery/contracts/daemon/generated/link.ts'
import type { Actor, Audit } from '../audit/audit.ts'
import { auditEvents, type FileEvent } from '../audit/audit-event-rules.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Users } from '../users/users.ts'
import { addressOf, requestOf } from './check-sign-in.ts'
import type { SessionGrants } from './session-grants.ts'

interface OperationDeps {
  users: Pick<Users, 'findById'>
  gameServers: Pick<GameServers, 'nodeOf'>
  audit: Audit
  grants: Pick<SessionGrants, 'open'>
  random(bytes: number): Buffer
}

const outcomes = ['success', 'denied', 'failure'] as const

export function createOperationAudit({ users, gameServers, audit, grants, random }: OperationDeps) {
  /** Null for somebody whom the panel has not let in at this node: then it is only what the node says. */
  async function actorOf(
    nodeId: number,
    { userId, gameServerId, credentialId: grantText }: SftpOperation,
  ): Promise<Actor | null> {
    const credentialId = grants.open({ nodeId, userId, gameServerId, grantText })?.credentialId ?? null
    if (credentialId === null) return null
    const user = await users.findById(userId)
    const method = credentialId.startsWith('key:') ? 'ssh-key' : 'sftp-password'
    return { id: userId, login: user?.login ?? null, method }
  }

  return async (nodeId: number, operations: readonly SftpOperation[]): Promise<object> => {
    for (const operation of operations) {
      const { gameServerId, paths } = operation
      const event = eventOf(operation.operation)
      const outcome = outcomes.find(known => known === operation.outcome)
      // A node speaks of nothing but its own game servers (L12), or of one that is gone by now.
      const itsNode = await gameServers.nodeOf(gameServerId)
      if (!event || !outcome || (itsNode !== null && itsNode !== nodeId)) continue
      const actor = await actorOf(nodeId, operation)
      const facts = requestOf(addressOf(operation.ip), random)
      audit.record({
        event,
        outcome,
        request: { ...facts, path: `/${paths[0] ?? ''}` },
        actor: actor ?? { id: null, login: null, method: 'none' },
        details: {
          node_id: nodeId,
          game_server_id: gameServerId,
          file_count: paths.length,
          files: JSON.stringify(paths),
          ...(actor === null && { reported_by: 'node' }),
          done_at: new Date(Math.min(operation.atMs, 8.64e15)).toISOString(),
        },
      })
    }
    return {}
  }
}

function eventOf(operation: string): FileEvent | null {
  const name = `file.${operation}`
  return Object.hasOwn(auditEvents, name) ? (name as FileEvent) : null
}
