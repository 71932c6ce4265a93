// What `rookery user` and `rookery upgrade` do on the machine itself, and how a running panel learns of it.
//
// The command changes the database by itself, with the rules and queries of the panel, so that it works whether or not
// a panel runs: somebody who is locked out often has neither. In the same transaction it leaves a row with the audit
// line. A running panel, or the next one that starts, takes the row: it writes the line into its own log, where every
// other line of the audit is, and closes what is open in the name of a person who was signed out.

import { hostname, userInfo } from 'node:os'
import type { LocalUser, UserCommand } from '@rookery/contracts/user-command.ts'
import type { Kysely } from 'kysely'
import type { Changes } from '../../platform/changes.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { AuditEvent } from '../audit/audit-event-rules.ts'
import type { NewPeopleEntry, PeopleActivity } from '../people-activity/people-activity.ts'
import type { AlsoWrite, ListedUser, User, Users } from '../users/users.ts'
import { listCommands, storeCommand, takeCommand } from './local-commands-store.ts'

const pageSize = 500

/** Whose command concerns the installation, and no person. */
const nobody = 0

interface LocalCommandDeps {
  db: Kysely<Schema>
  access: Pick<Access, 'administratorsAmong'>
  users: Users
  audit: Pick<Audit, 'prepare'>
  peopleActivity: Pick<PeopleActivity, 'write'>
  now(): number
}

/** Gives the people that the command lists; throws a PanelError in words. */
export async function performUserCommand(deps: LocalCommandDeps, command: UserCommand): Promise<LocalUser[]> {
  const { users } = deps
  switch (command.command) {
    case 'list':
      return listEverybody(deps)
    case 'add': {
      const { login, name = login, email = '', password, isAdministrator } = command
      const roles = [isAdministrator ? 'admin' : 'user']
      const details = { user_login: login, roles: roles.join(',') }
      const also = leaveTrace(deps, 'user.created', details, 'user_created', { added: roles })
      await users.create({ login, name, email, password, roles, language: null }, 'panel', also)
      return []
    }
    case 'initialize': {
      const { login, password } = command
      users.checkNewPassword(password)
      if (await users.seedFirstAdministrator({ login, email: '', password })) return []
      throw new PanelError('conflict', {
        message:
          'the database has people already: it is that of an installation. Bring its config.env back from a backup, or name an empty database',
      })
    }
    case 'find':
      await requireUser(users, command.login)
      return []
    case 'password': {
      const user = await requireUser(users, command.login)
      const details = { user_login: user.login }
      const also = leaveTrace(deps, 'user.password_changed', details, 'password_changed')
      await users.change(user, { password: command.password }, 'panel', also)
      return []
    }
    case 'sign-out': {
      const user = await requireUser(users, command.login)
      const details = { user_login: user.login }
      const also = leaveTrace(deps, 'user.signed_out', details, 'sessions_ended', { sessions: 'all' })
      await users.endLoginSessions(user, also)
      return []
    }
    case 'record-upgrade': {
      const { from, to, outcome, reason } = command
      const details = { from_version: from, to_version: to, ...(reason === null ? {} : { reason }) }
      const event = outcome === 'upgraded' ? 'installation.upgraded' : 'installation.upgrade_undone'
      const leave = leaveTrace(deps, event, details, 'panel_upgraded', {
        changes: [{ field: 'version', before: from, after: to }],
        outcome: outcome === 'upgraded' ? 'success' : 'failure',
        ...(reason === null ? {} : { reason }),
      })
      await deps.db.transaction().execute(transaction => leave(transaction, nobody))
      return []
    }
  }
}

/** In the transaction of the change: there is no change without its line, and no line without its change. */
function leaveTrace(
  { audit, peopleActivity, now }: LocalCommandDeps,
  event: AuditEvent,
  details: Record<string, string>,
  recordedEvent: NewPeopleEntry['event'],
  recordedDetails: NewPeopleEntry['details'] = {},
): AlsoWrite {
  const auditLine = (userId: number) =>
    audit.prepare({
      event,
      request: null,
      actor: { id: null, login: null, method: 'local-command' },
      details: {
        ...(userId === nobody ? {} : { user_id: userId }),
        ...details,
        ...whoActs(),
        done_at: new Date(now()).toISOString(),
      },
    })
  const name = details.user_login ?? ''
  return async (transaction, userId) => {
    await storeCommand(transaction, { userId, auditLine: auditLine(userId) })
    const { sudo_user, machine_user } = whoActs()
    await peopleActivity.write(
      transaction,
      { userId: null, login: null, via: 'command', machineUser: sudo_user ?? machine_user ?? '' },
      {
        event: recordedEvent,
        subject: userId === nobody ? null : { type: 'user', id: userId, name },
        details: { ...recordedDetails },
      },
    )
  }
}

/** The person at the keyboard as the machine knows them; nobody has signed in to the panel. */
function whoActs(): Record<string, string> {
  const sudoUser = process.env.SUDO_USER
  return { machine: hostname(), machine_user: machineUser(), ...(sudoUser ? { sudo_user: sudoUser } : {}) }
}

function machineUser(): string {
  try {
    return userInfo().username
  } catch {
    // A user id without a name, as in containers.
    return String(process.getuid?.() ?? 'unknown')
  }
}

async function requireUser(users: Users, login: string): Promise<User> {
  const user = await users.findByLogin(login)
  if (user) return user
  throw new PanelError('not_found', {
    message: `there is no user with the login ${JSON.stringify(login)}: see rookery user list`,
  })
}

async function listEverybody({ users, access }: LocalCommandDeps): Promise<LocalUser[]> {
  const everybody: LocalUser[] = []
  const filter = { q: undefined, role: undefined, sort: 'login' } as const
  for (let offset = 0; ; offset += pageSize) {
    const { items, total } = await users.list(filter, { limit: pageSize, offset })
    const administrators = await access.administratorsAmong(items.map(({ id }) => id))
    everybody.push(...items.map(user => localUser(user, administrators.has(user.id))))
    if (items.length === 0 || offset + items.length >= total) return everybody
  }
}

function localUser(
  { login, name, email, twoFactorEnabled }: ListedUser,
  isAdministrator: boolean,
): LocalUser {
  return { login, name, email, isAdministrator, twoFactorEnabled }
}

interface TakeCommandsDeps {
  db: Kysely<Schema>
  users: Pick<Users, 'findById'>
  audit: Pick<Audit, 'recordPrepared'>
  changes: Changes
}

/** In a running panel, again and again. */
export function createTakeLocalCommands({ db, users, audit, changes }: TakeCommandsDeps) {
  return async (): Promise<void> => {
    for (const { id, userId, auditLine } of await listCommands(db)) {
      const isOurs = await takeCommand(db, id, () => audit.recordPrepared(auditLine, 'success'))
      if (!isOurs || userId === nobody) continue
      await changes.publishEverywhere({ kind: 'user-changed', userId })
      const beforeMs = (await users.findById(userId))?.sessionsValidFromMs ?? null
      if (beforeMs !== null)
        await changes.publishEverywhere({ kind: 'login-sessions-ended', userId, beforeMs })
    }
  }
}
