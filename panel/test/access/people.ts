// People, roles and game servers for the tests of access control, made through the API as an administrator would.

import { randomUUID } from 'node:crypto'
import type {
  GameServerPermission,
  ObjectType,
  Permission,
} from '@rookery/contracts/game-server-permissions.ts'
import type { Role } from '@rookery/contracts/http/roles.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { expect } from 'vitest'
import type { TestPanel } from '../start-test-panel.ts'

export const goodPassword = 'a password that nobody has lost'

export interface Made extends User {
  sessionToken: string
}

/** The panel with an administrator's hands. */
export interface Asked {
  panel: TestPanel
  sessionToken: string
}

export async function ask(asked: Asked, method: string, path: string, body?: unknown) {
  const { panel, sessionToken } = asked
  return panel.request(method, path, { sessionToken, ...(body === undefined ? {} : { body }) })
}

/** Fails the test unless it worked. */
export async function done(asked: Asked, method: string, path: string, body?: unknown) {
  const answer = await ask(asked, method, path, body)
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
  return answer.json
}

export async function createUser(
  asked: Asked,
  roles?: string[],
  login = `u-${randomUUID().slice(0, 8)}`,
): Promise<Made> {
  const body = { login, password: goodPassword, ...(roles ? { roles } : {}) }
  const user = (await done(asked, 'POST', '/api/users', body)) as User
  return { ...user, sessionToken: await asked.panel.signIn({ login, password: goodPassword }) }
}

export async function createRole(asked: Asked, entries: object[]): Promise<Role> {
  return done(asked, 'POST', '/api/roles', { name: `r-${randomUUID().slice(0, 8)}`, entries })
}

interface StoredRow {
  permission: Permission
  effect: 'allow' | 'deny'
  object_type: ObjectType
  object_id?: number
}

/** Straight into the database: entries without effect, which the API refuses, may be there from before. */
export async function storeEntry(panel: TestPanel, userId: number, row: StoredRow): Promise<void> {
  const values = { user_id: userId, object_id: 0, ...row }
  await panel.db.insertInto('user_permissions').values(values).execute()
  panel.app.changes.publish({ kind: 'rights-changed', userId })
}

export const permissionsPath = (userId: number, gameServerId: number) =>
  `/api/users/${userId}/servers/${gameServerId}/permissions`

/** Through the route of 4.3. */
export async function setPermissions(
  asked: Asked,
  userId: number,
  gameServerId: number,
  wanted: Partial<Record<GameServerPermission, boolean>>,
) {
  const body = Object.entries(wanted).map(([permission, value]) => ({ permission, value }))
  return done(asked, 'PUT', permissionsPath(userId, gameServerId), body)
}

/** What the person may do there, asked by the person; all false when even that is refused. */
export async function abilitiesOf(panel: TestPanel, person: Made, gameServerId: number) {
  const answer = await panel.request('GET', `/api/servers/${gameServerId}/abilities`, {
    sessionToken: person.sessionToken,
  })
  return answer.status === 200 ? (answer.json as Record<GameServerPermission, boolean>) : null
}
