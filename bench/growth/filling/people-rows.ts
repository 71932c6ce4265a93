// Rows of people, what they may do, and what they sign in with.

import type { Kysely } from 'kysely'
import { loginKey } from '../../../panel/src/features/users/logic/login-key.ts'
import type { Schema } from '../../../panel/src/platform/database/schema.ts'
import { foldToSearch } from '../../../panel/src/platform/database/search.ts'
import { entriesOf, loginOf, nameOf, roleOf, supportRole } from '../logic/people.ts'
import type { Sizes } from '../logic/sizes.ts'
import { abilities, endOfSession, holderOf, jtiOf, secretHash } from '../logic/tokens.ts'
import { insertRows } from './insert-rows.ts'

const dayMs = 86_400_000

export async function addPeople(
  db: Kysely<Schema>,
  sizes: Sizes,
  { passwordHash, nowMs }: { passwordHash: string; nowMs: number },
): Promise<void> {
  const languages = ['en', 'de', 'es', 'fr', null]
  await insertRows(
    db,
    'users',
    numbered(sizes.people, number => {
      const login = loginOf(number)
      const email = number % 3 === 0 ? null : `${number}@people.example`
      const created_at = nowMs - 900 * dayMs + number * 600
      return {
        login,
        login_key: loginKey(login),
        name: nameOf(number),
        email,
        search_key: foldToSearch([login, nameOf(number), email]),
        password_hash: passwordHash,
        metadata: '{}',
        language: languages[number % languages.length] ?? null,
        created_at,
        updated_at: created_at,
      }
    }),
  )
}

export async function addRights(db: Kysely<Schema>, sizes: Sizes, nowMs: number): Promise<void> {
  const roleIds = await addSupportRole(db, nowMs)
  await insertRows(
    db,
    'user_roles',
    numbered(sizes.people, number => ({
      user_id: number,
      role_id: roleIds.get(roleOf(number, sizes)) ?? 0,
    })),
  )
  await insertRows(db, 'user_permissions', entryRows(sizes))
}

function* entryRows(sizes: Sizes) {
  for (let number = 1; number <= sizes.people; number++) {
    for (const { permission, effect, gameServerId } of entriesOf(number, sizes)) {
      yield { user_id: number, permission, effect, object_type: 'server', object_id: gameServerId }
    }
  }
}

async function addSupportRole(db: Kysely<Schema>, nowMs: number): Promise<Map<string, number>> {
  await db
    .insertInto('roles')
    .values({ ...supportRole, created_at: nowMs })
    .execute()
  const roles = await db.selectFrom('roles').select(['id', 'name']).execute()
  const ids = new Map(roles.map(({ id, name }) => [name, id]))
  const role_id = ids.get(supportRole.name) ?? 0
  const held = ['game-server-common', 'game-server-console-view'] as const
  const entries = held.map(permission => ({ role_id, permission, effect: 'allow' as const }))
  await db.insertInto('role_permissions').values(entries).execute()
  return ids
}

export async function addTokens(db: Kysely<Schema>, sizes: Sizes, nowMs: number): Promise<void> {
  const written = JSON.stringify(abilities)
  await insertRows(
    db,
    'personal_access_tokens',
    numbered(sizes.personalAccessTokens, number => ({
      user_id: holderOf(number, sizes),
      name: `script ${number}`,
      abilities: written,
      secret_hash: secretHash(number),
      password_version: 1,
      last_used_at: number % 2 === 0 ? nowMs - (number % 90) * dayMs : null,
      created_at: nowMs - 200 * dayMs,
    })),
  )
  await insertRows(
    db,
    'revoked_login_sessions',
    numbered(sizes.revokedLoginSessions, number => ({
      jti: jtiOf(number),
      expires_at: endOfSession(number, sizes, nowMs),
    })),
  )
}

/** One row for each number from 1. */
export function* numbered<Row>(count: number, rowOf: (number: number) => Row): Generator<Row> {
  for (let number = 1; number <= count; number++) yield rowOf(number)
}
