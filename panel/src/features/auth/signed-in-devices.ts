// Where a person is signed in, and signing them out there: one session, all others, or all.

import type { LoginSession } from '@rookery/contracts/http/login-sessions.ts'
import type { AccountCaller, LoginSessionCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { Window } from '../../platform/database/windows.ts'
import type { Page, RequestFacts } from '../../platform/http/route.ts'
import { createLastUses } from '../../platform/last-uses.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Audit, AuditDetails } from '../audit/audit.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import { validFromMs } from '../users/logic/sessions-valid-from.ts'
import type { AlsoWrite, User, Users } from '../users/users.ts'
import { describeDevice } from './device-rules.ts'
import type { LoginSessions } from './login-sessions.ts'
import type { LoginSessionsStore, SessionUse, StoredSession } from './login-sessions-store.ts'
import type { RevocationStore } from './revocation-store.ts'

/** Nobody reads closer when a session was last seen; requests themselves write nothing. */
const writeEveryMs = 60_000

interface SignedInDevicesDeps {
  store: LoginSessionsStore
  revocations: RevocationStore
  sessions: LoginSessions
  users: Users
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  changes: Changes
  now(): number
}

export type SignedInDevices = ReturnType<typeof createSignedInDevices>

export function createSignedInDevices(deps: SignedInDevicesDeps) {
  const { store, revocations, sessions, users, audit, changes, now } = deps
  const lastSeen = createLastUses<string, SessionUse>(store.writeLastSeen)
  let writtenAtMs = 0

  const liveOf = (user: User) => ({ userId: user.id, validFromMs: validFromMs(user, now()), nowMs: now() })

  async function requireSelf({ userId }: LoginSessionCaller): Promise<User> {
    const user = await users.findById(userId)
    if (!user) throw new PanelError('not_signed_in')
    return user
  }

  async function list(user: User, caller: AccountCaller, window: Window): Promise<Page<LoginSession>> {
    const { items, total } = await store.list(liveOf(user), window)
    const seen = items.map(session => ({
      ...session,
      lastSeenAtMs: lastSeen.merged(session.jti, session.lastSeenAtMs) ?? session.lastSeenAtMs,
    }))
    const ownJti = caller.kind === 'login-session' ? caller.jti : null
    seen.sort((a, b) => b.lastSeenAtMs - a.lastSeenAtMs)
    return { items: seen.map(session => answerOf(session, session.jti === ownJti)), total }
  }

  /**
   * Known everywhere when it returns. The listed ones are revoked by name, whatever the clocks of instances say; those
   * without a row, which an earlier version began, end by the time from which sessions of the user count.
   */
  async function endAll(user: User, keeping: LoginSessionCaller | null, also: AlsoWrite): Promise<void> {
    let ended: Awaited<ReturnType<LoginSessionsStore['listToEnd']>> = []
    const revokeListed: AlsoWrite = async transaction => {
      const listed = await store.listToEnd(transaction, { userId: user.id, nowMs: now() })
      ended = listed.filter(({ jti }) => jti !== keeping?.jti)
      for (const { jti, expiresAtMs } of ended) await revocations.revoke(jti, expiresAtMs, transaction)
      await also(transaction, user.id)
    }
    const beforeMs = await users.endLoginSessions(user, revokeListed, keeping?.issuedAtMs)
    const later = ended.filter(({ createdAtMs }) => createdAtMs >= beforeMs)
    await Promise.all(later.map(({ jti }) => changes.publishEverywhere({ kind: 'login-session-ended', jti })))
  }

  const alsoRecord =
    (caller: AccountCaller, user: Pick<User, 'id' | 'login'>, which: 'one' | 'others' | 'all') =>
    (transaction: Parameters<AlsoWrite>[0]) =>
      deps.peopleActivity.write(transaction, authorOf(caller), {
        event: 'sessions_ended',
        subject: { type: 'user', id: user.id, name: user.login },
        details: { sessions: which },
      })

  const record = (caller: AccountCaller, request: RequestFacts, details: AuditDetails) =>
    audit.record({ event: 'user.signed_out', outcome: 'success', request, details }, caller)

  return {
    /** Notes a use in memory; restricted sessions are not listed. */
    noteUse({ userId, jti, restricted, issuedAtMs, expiresAtMs }: LoginSessionCaller): void {
      if (restricted) return
      const session = { userId, jti, restricted, createdAtMs: issuedAtMs, expiresAtMs }
      lastSeen.note(jti, { usedAtMs: now(), session })
    },

    /** Writes when sessions were last seen, at most once a minute. */
    async writeLastSeen(): Promise<void> {
      if (Math.abs(now() - writtenAtMs) < writeEveryMs) return
      writtenAtMs = now()
      await lastSeen.write()
    },

    /** At the end of the panel. */
    writeLastSeenNow: lastSeen.write,

    listOwn: async (caller: LoginSessionCaller, window: Window) =>
      list(await requireSelf(caller), caller, window),

    listOf: async (userId: number, caller: AccountCaller, window: Window) =>
      list(await users.requirePerson(userId), caller, window),

    /** Only one's own: those of others are not there. */
    async endOwn(caller: LoginSessionCaller, id: number, request: RequestFacts): Promise<void> {
      const user = await requireSelf(caller)
      const session = await store.find(liveOf(user), id)
      if (!session) throw new PanelError('not_found', { message: 'there is no such session' })
      await sessions.end(session, alsoRecord(caller, user, 'one'))
      record(caller, request, { user_id: caller.userId, sessions: 'one', session_id: id })
    },

    async endOthers(caller: LoginSessionCaller, request: RequestFacts): Promise<void> {
      const user = await requireSelf(caller)
      await endAll(user, caller, alsoRecord(caller, user, 'others'))
      record(caller, request, { user_id: caller.userId, sessions: 'others' })
    },

    async endAllOf(userId: number, caller: AccountCaller, request: RequestFacts): Promise<void> {
      const user = await users.requirePerson(userId)
      await endAll(user, null, alsoRecord(caller, user, 'all'))
      record(caller, request, { user_id: userId, user_login: user.login, sessions: 'all' })
    },
  }
}

function answerOf(session: StoredSession, isCurrent: boolean): LoginSession {
  return {
    id: session.id,
    ...describeDevice(session.userAgent),
    ip: session.ip,
    created_at: timeOf(session.createdAtMs),
    last_seen_at: timeOf(session.lastSeenAtMs),
    expires_at: timeOf(session.expiresAtMs),
    is_current: isCurrent,
  }
}
