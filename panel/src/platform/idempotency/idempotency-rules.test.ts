import { expect, test } from 'vitest'
import { contentOf, keyProblem, scopeOf } from './idempotency-rules.ts'

test('a key is 1 to 255 printable characters', () => {
  for (const key of ['a', '8e03978e-40d5-43dd-bc93-6894a57f9324', '"quoted"', 'two words', 'x'.repeat(255)]) {
    expect(keyProblem(key), key).toBeNull()
  }
  for (const key of ['', 'x'.repeat(256), 'grün', 'a\tb', 'a\u0000b'])
    expect(keyProblem(key), key).not.toBeNull()
})

test('a session and a key stand for their account, an access token for itself', () => {
  const person = { userId: 5, login: 'mia' }
  const session = {
    kind: 'login-session',
    jti: 'a',
    issuedAtMs: 0,
    expiresAtMs: 1,
    restricted: false,
  } as const
  const token = { kind: 'personal-access-token', abilities: [], gameServerIds: null } as const
  const account = { kind: 'service-account', userId: 9, login: 'bot', expiresAtMs: null } as const
  expect(scopeOf({ ...session, ...person })).toBe(scopeOf({ ...session, ...person, jti: 'b' }))
  expect(scopeOf({ ...account, keyId: 1 })).toBe(scopeOf({ ...account, keyId: 2 }))
  const scopes = [
    scopeOf({ ...session, ...person }),
    scopeOf({ ...token, ...person, tokenId: 5 }),
    scopeOf({ ...token, ...person, tokenId: 6 }),
    scopeOf({ ...account, keyId: 1 }),
    scopeOf({ kind: 'anonymous' }),
  ]
  expect(new Set(scopes).size).toBe(scopes.length)
})

test('the order of fields makes no other request; parameters, query and every value do', () => {
  const request = {
    params: { server: 1 },
    query: undefined,
    body: { name: 'a', tags: ['x', 'y'], of: { b: 1, c: 2 } },
  }
  const reordered = { ...request, body: { of: { c: 2, b: 1 }, tags: ['x', 'y'], name: 'a' } }
  expect(contentOf(reordered)).toBe(contentOf(request))
  const others = [
    { ...request, params: { server: 2 } },
    { ...request, query: { dry_run: true } },
    { ...request, body: { ...request.body, tags: ['y', 'x'] } },
    { ...request, body: { ...request.body, name: 'b' } },
    { ...request, body: undefined },
  ]
  expect(new Set([request, ...others].map(contentOf)).size).toBe(others.length + 1)
})
