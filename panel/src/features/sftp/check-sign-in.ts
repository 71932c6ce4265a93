// Checks who stands at the SFTP port of a node, and whether somebody who was let in may go on.

import type { SftpCheck, SftpSignIn } from '@rookery/contracts/daemon/generated/link.ts'
import type { SftpChecked, SftpSession } from '@rookery/contracts/daemon/sftp-session.ts'
import { countedNetwork, normalAddress } from '../../platform/http/logic/client-address.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import { isVisible } from '../access/logic/visible-objects.ts'
import type { Audit } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'
import { validFromMs } from '../users/logic/sessions-valid-from.ts'
import type { User, Users } from '../users/users.ts'
import { credentialId, isPasswordRight } from './credentials.ts'
import { fingerprintOfLine } from './logic/public-key.ts'
import { readSignInName, type SignInName } from './logic/sign-in-name.ts'
import type { SessionGrants } from './session-grants.ts'
import type { SftpStore } from './sftp-store.ts'
import type { SignInLimit } from './sign-in-limit.ts'

export interface SignInCheckDeps {
  store: SftpStore
  users: Users
  access: Pick<Access, 'gameServersWith' | 'isAdministrator'>
  gameServers: Pick<GameServers, 'nodeOf'>
  twoFactor: Pick<TwoFactor, 'nudgeFor'>
  audit: Audit
  limit: SignInLimit
  grants: SessionGrants
  now(): number
  random(bytes: number): Buffer
}

/** Where somebody wanted in. */
interface Place {
  node_id: number
  game_server_id: number | null
}

type Proof = NonNullable<SftpSignIn['proof']>

/** Why somebody is not let in: for the audit log, never for them. */
type Reason =
  | 'no such person'
  | 'wrong credential'
  | 'suspended'
  | 'second factor overdue'
  | 'not a game server of this node'
  | 'no right to its files'

class Refused extends PanelError {
  readonly reason: Reason
  readonly user: User | null

  constructor(reason: Reason, user: User | null = null) {
    super('wrong_credentials')
    this.reason = reason
    this.user = user
  }
}

export function createSignInCheck(parts: SignInCheckDeps) {
  const { store, users, access, gameServers, twoFactor, audit, limit, grants } = parts

  /** Everything but the credential: the same at the sign-in and at every later look. */
  async function requireRight(user: User, nodeId: number, gameServerId: number): Promise<void> {
    if (user.suspended) throw new Refused('suspended', user)
    // An administrator past the deadline may only enroll a second factor, and that is not done by SFTP (5.5.4).
    if ((await twoFactor.nudgeFor(user))?.hard_fail) throw new Refused('second factor overdue', user)
    if ((await gameServers.nodeOf(gameServerId)) !== nodeId)
      throw new Refused('not a game server of this node', user)
    const allowed = await access.gameServersWith(user.id, 'game-server-files')
    if (!isVisible(allowed, gameServerId)) throw new Refused('no right to its files', user)
  }

  async function findCredential(
    user: User | null,
    proof: Proof,
  ): Promise<{ id: string; keyId: number | null } | null> {
    if (proof.$case === 'password') {
      const { hash } = user ? await store.passwordOf(user.id) : { hash: null }
      return isPasswordRight(proof.value, hash) && hash !== null
        ? { id: credentialId.ofPassword(hash), keyId: null }
        : null
    }
    const key = user && (await store.findKey(user.id, { fingerprint: fingerprintOfLine(proof.value) }))
    return key ? { id: credentialId.ofKey(key), keyId: key.id } : null
  }

  async function checkSignIn(nodeId: number, name: SignInName | null, proof: Proof) {
    const user = name && (await findUser(users, name.login))
    const credential = await findCredential(user, proof)
    if (!name || !user) throw new Refused('no such person')
    if (!credential) throw new Refused('wrong credential', user)
    await requireRight(user, nodeId, name.gameServerId)
    const session: SftpSession = {
      user_id: user.id,
      login: user.login,
      game_server_id: name.gameServerId,
      credential_id: credential.id,
      is_administrator: await access.isAdministrator(user.id),
    }
    return { session, keyId: credential.keyId }
  }

  return {
    async signIn(nodeId: number, { username, proof, ip, isQuestion }: SftpSignIn): Promise<SftpSession> {
      if (!proof) throw new PanelError('invalid_input', { message: 'a sign-in needs a password or a key' })
      const name = readSignInName(username)
      const counted = {
        login: proof.$case === 'password' ? (name?.login ?? null) : null,
        ip: countedNetwork(addressOf(ip)),
      }
      if (isQuestion) {
        await limit.admit(counted)
        return (await checkSignIn(nodeId, name, proof)).session
      }
      const facts = requestOf(addressOf(ip), parts.random)
      const method = proof.$case === 'password' ? 'sftp-password' : 'ssh-key'
      const details: Place = { node_id: nodeId, game_server_id: name?.gameServerId ?? null }
      try {
        const { session, keyId } = await limit.attempt(counted, () => checkSignIn(nodeId, name, proof))
        if (keyId !== null) await store.noteUse(keyId, parts.now())
        const actor = { id: session.user_id, login: session.login, method }
        audit.record({
          event: 'sftp.signed_in',
          outcome: 'success',
          request: facts,
          actor,
          details: { ...details },
        })
        return withGrant(nodeId, session)
      } catch (error) {
        recordRefusal(error, facts, method, details)
        throw error
      }
    },

    /** Refuses as soon as anything that the sign-in needed is gone. */
    async check(
      nodeId: number,
      { userId, gameServerId, credentialId: text }: SftpCheck,
    ): Promise<SftpChecked> {
      const user = await users.findById(userId)
      const grant = grants.open({ nodeId, userId, gameServerId, grantText: text })
      // A session that was opened before there were grants has its credential by name.
      if (!user || !(await isStillThere(user.id, grant?.credentialId ?? text)))
        throw new PanelError('forbidden')
      // Signed out everywhere since: these connections are among what that ends.
      if (grant && grant.issuedAtMs < validFromMs(user, parts.now())) throw new PanelError('forbidden')
      await requireRight(user, nodeId, gameServerId)
      return { is_administrator: await access.isAdministrator(user.id) }
    },
  }

  /** Only for a sign-in that the audit log tells: the mere question whether a key would do gets none. */
  function withGrant(nodeId: number, session: SftpSession): SftpSession {
    const { user_id: userId, game_server_id: gameServerId, credential_id: id } = session
    return { ...session, credential_id: grants.issue({ nodeId, userId, gameServerId, credentialId: id }) }
  }

  async function isStillThere(userId: number, id: string): Promise<boolean> {
    const keyId = /^key:([0-9]{1,10})$/.exec(id)?.[1]
    if (keyId !== undefined) return (await store.findKey(userId, { id: Number(keyId) })) !== null
    const { hash } = await store.passwordOf(userId)
    return hash !== null && id === credentialId.ofPassword(hash)
  }

  function recordRefusal(error: unknown, request: RequestFacts, method: string, details: Place): void {
    if (error instanceof Refused) {
      const { reason, user } = error
      audit.record({
        event: 'sftp.signed_in',
        outcome: 'failure',
        request,
        actor: { id: user?.id ?? null, login: user?.login ?? null, method },
        details: { ...details, reason },
      })
    } else if (error instanceof PanelError && error.status === 429) {
      audit.record({ event: 'auth.rate_limit', outcome: 'denied', request, details: { ...details } })
    }
  }
}

/** As at the login: people are found by their exact login in any case only. */
async function findUser(users: Users, login: string): Promise<User | null> {
  return login.trim() === login ? users.findByLogin(login) : null
}

export function addressOf(ip: string): string {
  return normalAddress(ip) ?? 'unknown'
}

/** What comes by SFTP, as audit lines show requests. */
export function requestOf(ip: string, random: (bytes: number) => Buffer): RequestFacts {
  return {
    id: random(12).toString('base64url'),
    method: 'SFTP',
    path: '',
    ip,
    countedIp: ip,
    trustedIp: ip,
    userAgent: '',
  }
}
