// Writes what a node says was done through SFTP into the audit log (6.4).

import type { SftpOperation } from '@rookery/contracts/daemon/generated/link.ts'
import type { Audit } from '../audit/audit.ts'
import { auditEvents, type FileEvent } from '../audit/logic/audit-events.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Users } from '../users/users.ts'
import { addressOf, requestOf } from './check-sign-in.ts'

interface OperationDeps {
  users: Pick<Users, 'findById'>
  gameServers: Pick<GameServers, 'nodeOf'>
  audit: Audit
  random(bytes: number): Buffer
}

const outcomes = ['success', 'denied', 'failure'] as const

export function createOperationAudit({ users, gameServers, audit, random }: OperationDeps) {
  return async (nodeId: number, operations: readonly SftpOperation[]): Promise<object> => {
    for (const operation of operations) {
      const { gameServerId, userId, credentialId, paths } = operation
      const event = eventOf(operation.operation)
      const outcome = outcomes.find(known => known === operation.outcome)
      // A node speaks of nothing but its own game servers (L12), or of one that is gone by now.
      const itsNode = await gameServers.nodeOf(gameServerId)
      if (!event || !outcome || (itsNode !== null && itsNode !== nodeId)) continue
      const user = await users.findById(userId)
      const method = credentialId.startsWith('key:') ? 'ssh-key' : 'sftp-password'
      const facts = requestOf(addressOf(operation.ip), random)
      audit.record({
        event,
        outcome,
        request: { ...facts, path: `/${paths[0] ?? ''}` },
        actor: { id: userId, login: user?.login ?? null, method },
        details: {
          node_id: nodeId,
          game_server_id: gameServerId,
          file_count: paths.length,
          files: JSON.stringify(paths),
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
