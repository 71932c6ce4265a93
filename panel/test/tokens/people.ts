// People, rights and tokens for tests, made the way that the panel itself makes them.

import type { Permission } from '@rookery/contracts/game-server-permissions.ts'
import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'
import { createPasetoSessionTokens } from '../../src/features/auth/session-tokens/paseto-session-tokens.ts'
import { createPasswords } from '../../src/features/users/passwords.ts'
import { createUsersStore } from '../../src/features/users/users-store.ts'
import type { TestPanel } from '../start-test-panel.ts'

export const usualPassword = 'nine brown otters'

interface Person {
  id: number
  login: string
  sessionToken: string
}

export async function addPerson(
  panel: TestPanel,
  login: string,
  roles: string[] = ['user'],
): Promise<Person> {
  const passwordHash = await createPasswords(panel.bcryptCost).hash(usualPassword)
  const store = createUsersStore(panel.db)
  const id = await panel.db.transaction().execute(async transaction => {
    const user = { login, name: login, email: '', passwordHash, language: null }
    const userId = await store.create(transaction, user, 1)
    await store.setRoles(transaction, userId, roles)
    return userId
  })
  return { id, login, sessionToken: await panel.signIn({ login, password: usualPassword }) }
}

export async function allow(
  panel: TestPanel,
  userId: number,
  permissions: Permission[],
  gameServerId: number,
): Promise<void> {
  const scope = { user_id: userId, effect: 'allow', object_type: 'server', object_id: gameServerId } as const
  const rows = permissions.map(permission => ({ ...scope, permission }))
  await panel.db.insertInto('user_permissions').values(rows).execute()
  panel.app.changes.publish({ kind: 'rights-changed', userId })
}

export async function withdrawAll(panel: TestPanel, userId: number): Promise<void> {
  await panel.db.deleteFrom('user_permissions').where('user_id', '=', userId).execute()
  await panel.db.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  panel.app.changes.publish({ kind: 'rights-changed', userId })
}

export async function createToken(
  panel: Pick<TestPanel, 'request'>,
  sessionToken: string,
  abilities: TokenAbility[] = ['server:list'],
): Promise<string> {
  const answer = await panel.request('POST', '/api/tokens', {
    sessionToken,
    body: { name: 'a script', abilities },
  })
  if (answer.status !== 201) throw new Error(`POST /api/tokens answered ${answer.status}: ${answer.text}`)
  return answer.json.token
}

export const idOf = (token: string) => Number(token.split('|')[0])
export const secretOf = (token: string) => token.split('|')[1] ?? ''

/** The status of a GET with this bearer token. */
export async function statusWith(panel: TestPanel, bearer: string, path = '/api/servers'): Promise<number> {
  return (await panel.request('GET', path, { sessionToken: bearer })).status
}

/** A game server that no node knows; enough to ask for rights on it. */
export async function addGameServer(panel: TestPanel, name: string): Promise<number> {
  const sessionToken = await panel.signIn()
  const node = await panel.app.nodes.create(`node of ${name}`)
  const templates = await panel.request('GET', '/api/templates?per_page=100', { sessionToken })
  const arena = (templates.json as { id: number; slug: string }[]).find(({ slug }) => slug === 'arena')
  const answer = await panel.request('POST', '/api/servers', {
    sessionToken,
    body: { name, node_id: node.id, template_id: arena?.id, install: false },
  })
  if (answer.status !== 201) throw new Error(`POST /api/servers answered ${answer.status}: ${answer.text}`)
  return answer.json.id
}

/** A session of somebody who must enroll a second factor first, sealed with the test panel's own key. */
export async function restrictedSession(panel: TestPanel, userId: number): Promise<string> {
  const key = Buffer.from('0123456789abcdef0123456789abcdef')
  const issuedAtMs = panel.clock.nowMs
  return createPasetoSessionTokens(key).issue({
    userId,
    jti: 'restricted-session-of-a-test',
    issuedAtMs,
    expiresAtMs: issuedAtMs + 900_000,
    restricted: true,
  })
}
