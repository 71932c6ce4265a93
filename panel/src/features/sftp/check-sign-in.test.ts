// Whether an SFTP connection may go on after its person was signed out everywhere.

import { expect, test } from 'vitest'
import { createSecretBox, keyOf } from '../../platform/secret-box.ts'
import type { User } from '../users/users.ts'
import { createSignInCheck, type SignInCheckDeps } from './check-sign-in.ts'
import { createSessionGrants } from './session-grants.ts'

const place = { nodeId: 7, userId: 3, gameServerId: 1 }

function world() {
  const clock = { nowMs: 1_000_000 }
  const user = { id: place.userId, login: 'ann', sessionsValidFromMs: null } as User
  const grants = createSessionGrants({ box: createSecretBox(keyOf('panel')), now: () => clock.nowMs })
  const deps = {
    store: { findKey: async () => ({ id: 12 }) },
    users: { findById: async () => user },
    access: {
      gameServersWith: async () => ({ all: true, except: [] }),
      isAdministrator: async () => false,
    },
    gameServers: { nodeOf: async () => place.nodeId },
    twoFactor: { nudgeFor: async () => null },
    grants,
    now: () => clock.nowMs,
  } as unknown as SignInCheckDeps
  const { check } = createSignInCheck(deps)
  const connect = () => grants.issue({ ...place, credentialId: 'key:12' })
  const codeOf = (credentialId: string) =>
    check(place.nodeId, { ...place, credentialId }).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    )
  return { clock, user, connect, codeOf }
}

test('5.3 a connection ends when its person is signed out everywhere; one that begins later goes on', async () => {
  const { clock, user, connect, codeOf } = world()
  const before = connect()
  expect(await codeOf(before)).toBe('ok')
  clock.nowMs += 5_000
  Object.assign(user, { sessionsValidFromMs: clock.nowMs })
  expect(await codeOf(before)).toBe('forbidden')
  expect(await codeOf(connect())).toBe('ok')
})

test('5.3 a time far ahead, written by a wrong clock, ends no connection', async () => {
  const { clock, user, connect, codeOf } = world()
  const open = connect()
  Object.assign(user, { sessionsValidFromMs: clock.nowMs + 24 * 60 * 60_000 })
  expect(await codeOf(open)).toBe('ok')
})
