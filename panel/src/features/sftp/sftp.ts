// SFTP as the panel sees it: who may sign in at a node, and when a session must end.

import type { SftpAccess } from '@rookery/contracts/http/sftp.ts'
import type { Kysely } from 'kysely'
import type { Cache } from '../../platform/cache/cache.ts'
import type { Change, Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { NodeQuestion } from '../../platform/daemon-link/link-hooks.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'
import type { Users } from '../users/users.ts'
import { createOperationAudit } from './audit-operations.ts'
import { createSignInCheck } from './check-sign-in.ts'
import { createCredentials } from './credentials.ts'
import { reachedHost } from './logic/reached-host.ts'
import { writeSignInName } from './logic/sign-in-name.ts'
import { sftpRoutes } from './routes.ts'
import { createSessionGrants } from './session-grants.ts'
import { createSftpStore } from './sftp-store.ts'
import { createSignInLimit } from './sign-in-limit.ts'

interface SftpDeps {
  db: Kysely<Schema>
  cache: Cache
  users: Users
  access: Access
  twoFactor: TwoFactor
  gameServers: GameServers
  nodes: Nodes
  changes: Changes
  link: Pick<DaemonLink, 'onlineNodeIds' | 'send'>
  audit: Audit
  boxes: {
    /** Seals what nodes are given for a session; the same at every instance. */
    sftpSessions: SecretBox
  }
  now(): number
  random(bytes: number): Buffer
}

export function openSftp(deps: SftpDeps) {
  const sftp = createSftp(deps)
  return { ...sftp, routes: sftpRoutes(sftp) }
}

export type Sftp = ReturnType<typeof createSftp>

function createSftp(deps: SftpDeps) {
  const { gameServers, nodes, changes, link } = deps
  const store = createSftpStore(deps.db)
  const grants = createSessionGrants({ box: deps.boxes.sftpSessions, now: deps.now })
  const signInCheck = createSignInCheck({ ...deps, store, grants, limit: createSignInLimit(deps) })
  const auditOperations = createOperationAudit({ ...deps, grants })

  changes.listen(change => {
    const userId = userWhoseSessionsChange(change)
    if (userId === null) return
    // A node that goes away right now fails closed by itself.
    for (const nodeId of link.onlineNodeIds()) {
      link.send(nodeId, { $case: 'sftpRightsChanged', value: { userId } })
    }
  })

  return {
    credentials: createCredentials({ ...deps, store }),

    /** Rule L12. Refuses with a PanelError. */
    answer(nodeId: number, question: NodeQuestion): Promise<object> {
      switch (question.$case) {
        case 'sftpSignIn':
          return signInCheck.signIn(nodeId, question.value)
        case 'sftpCheck':
          return signInCheck.check(nodeId, question.value)
        case 'sftpOperations':
          return auditOperations(nodeId, question.value.operations)
      }
    },

    async readAccess(gameServerId: number, login: string): Promise<SftpAccess> {
      const gameServer = await gameServers.find(gameServerId)
      const { sftp, ips, online } = nodes.answerOf(await nodes.find(gameServer.nodeId))
      return {
        enabled: sftp.enabled,
        listening: sftp.enabled && sftp.listening && online,
        host: reachedHost(gameServer.ip, ips),
        port: sftp.port,
        username: writeSignInName({ login, gameServerId }),
        host_key_fingerprint: sftp.host_key_fingerprint,
      }
    },
  }
}

/** 0 means everybody; null: nobody's sessions. */
function userWhoseSessionsChange(change: Change): number | null {
  if (change.kind === 'rights-changed') return change.userId === 'everybody' ? 0 : change.userId
  if (change.kind === 'user-changed' || change.kind === 'user-removed') return change.userId
  return change.kind === 'changes-missed' || change.kind === 'game-server-removed' ? 0 : null
}
