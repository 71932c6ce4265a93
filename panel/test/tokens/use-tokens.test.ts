import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { createAccess } from '../../src/features/access/access.ts'
import { createTokens } from '../../src/features/tokens/tokens.ts'
import { MemoryCache } from '../../src/platform/cache/memory-cache.ts'
import { createChanges } from '../../src/platform/changes.ts'
import { createLog } from '../../src/platform/log.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import {
  addGameServer,
  addPerson,
  allow,
  createToken,
  idOf,
  secretOf,
  statusWith,
  withdrawAll,
} from './people.ts'
import { rankCorrelation } from './rank-correlation.ts'

let panel: TestPanel
let adminSession: string
let first: number
let second: number
beforeAll(async () => {
  panel = await startTestPanel()
  adminSession = await panel.signIn()
  first = await addGameServer(panel, 'first')
  second = await addGameServer(panel, 'second')
})
afterAll(() => panel.stop())

const errorsInLog = () => panel.logLines.filter(line => /"level":"(error|fatal)"/.test(line))

describe('the value of a personal access token', () => {
  test('5.2.3 (C015) only the whole value as issued is accepted', async () => {
    const token = await createToken(panel, adminSession)
    const other = await createToken(panel, adminSession)
    const [id, secret] = [idOf(token), secretOf(token)]
    expect(await statusWith(panel, token)).toBe(200)
    const wrong = [
      secret,
      `|${secret}`,
      String(id),
      `${id}|`,
      `${id}%7C${secret}`,
      `${idOf(other)}|${secret}`,
      `${id}|${secret.toUpperCase()}`,
      `${id}|${secret.toLowerCase()}`,
      `${id}|${secret.slice(0, -1)}`,
      `${id}|${secret}A`,
      `${id}||${secret}`,
      `${id}|${secret}|`,
      `${id}|${secret}=`,
      `${secret}|${id}`,
    ]
    for (const value of wrong) expect(await statusWith(panel, value), value.replace(secret, '…')).toBe(401)
    expect(await statusWith(panel, token)).toBe(200)
  })

  test.each([
    '0',
    '-1',
    '+1',
    '1e309',
    '99999999999999999999',
    '2147483648',
    '1%20OR%201=1',
    '0x1',
    '01',
    '1.0',
    '',
  ])('T-011 the id %j is refused and troubles nobody', async id => {
    const { text, status } = await panel.request('GET', '/api/servers', {
      sessionToken: `${id}|${randomBytes(32).toString('base64url')}`,
    })
    expect(status).toBe(401)
    expect(text).toContain('not_signed_in')
    expect(errorsInLog()).toEqual([])
  })

  test('T-012 the time of a wrong secret does not tell how many of its first characters are right', async () => {
    const cache = new MemoryCache({ now: () => 1, log: createLog('silent') })
    const parts = { db: panel.db, changes: createChanges(), now: () => 1, random: randomBytes }
    const tokens = createTokens({
      ...parts,
      peopleActivity: { write: async () => {} },
      access: createAccess({
        ...{ ...parts, cache, hasPlan: async () => false, suspensionRefusalOf: async () => null },
        config: { memoryTtlSeconds: 1, sharedTtlSeconds: 1 },
      }),
    })
    const { tokenId, token } = await tokens.create(
      {
        kind: 'personal-access-token',
        userId: 1,
        login: 'admin',
        tokenId: 1,
        abilities: [],
        gameServerIds: null,
      },
      { name: 'n', abilities: ['server:list'] },
    )
    const samples: [rightCharacters: number, nanoseconds: number][] = []
    for (let i = 0; i < 12_000; i++) {
      const right = i % 41
      const guess =
        `${tokenId}|${secretOf(token).slice(0, right)}${randomBytes(33).toString('base64url')}`.slice(
          0,
          token.length,
        )
      const begun = process.hrtime.bigint()
      const caller = await tokens.recognize(guess)
      const took = Number(process.hrtime.bigint() - begun)
      expect(caller).toBeNull()
      if (i >= 2_000) samples.push([right, took])
    }
    expect(await tokens.recognize(token)).toMatchObject({ tokenId })
    expect(Math.abs(rankCorrelation(samples))).toBeLessThan(0.06)
  })

  test.each([
    ['a channel', '/api/ws/events'],
    ['the list of game servers', '/api/servers'],
    ['the profile', '/api/profile'],
  ])('5.2.8 (C109, C110) neither token nor session is accepted in ?token= of %s', async (_, path) => {
    for (const bearer of [await createToken(panel, adminSession), adminSession]) {
      const answer = await panel.request('GET', `${path}?token=${encodeURIComponent(bearer)}`)
      expect(answer.status).toBe(401)
    }
  })

  test('5.3.6 (C111) neither token nor session is accepted in a cookie', async () => {
    for (const bearer of [await createToken(panel, adminSession), adminSession]) {
      const answer = await panel.request('GET', '/api/servers', { headers: { cookie: `token=${bearer}` } })
      expect(answer.status).toBe(401)
    }
  })
})

describe('what a personal access token may do', () => {
  test('4.2 (C073) the list of game servers: own ones with server:list, nothing without', async () => {
    const person = await addPerson(panel, 'lister')
    await allow(panel, person.id, ['game-server-common'], second)
    const ids = async (bearer: string) =>
      (await panel.request('GET', '/api/servers', { sessionToken: bearer })).json.map(
        (it: { id: number }) => it.id,
      )
    expect(await ids(person.sessionToken)).toEqual([second])
    expect(await ids(await createToken(panel, person.sessionToken))).toEqual([second])
    expect(await statusWith(panel, await createToken(panel, person.sessionToken, ['server:start']))).toBe(403)
  })

  test('5.2.5 (C101, C102) never more than the owner, never more than its abilities', async () => {
    const person = await addPerson(panel, 'starter')
    await allow(panel, person.id, ['game-server-common', 'game-server-start'], first)
    const able = await createToken(panel, person.sessionToken, ['server:start'])
    const unable = await createToken(panel, person.sessionToken, ['server:list', 'server:stop'])
    const start = async (bearer: string, id = first) =>
      (await panel.request('POST', `/api/servers/${id}/start`, { sessionToken: bearer })).status
    expect(await start(unable)).toBe(403)
    expect(await start(able, second)).toBe(403)
    expect([202, 409]).toContain(await start(able))
    await withdrawAll(panel, person.id)
    expect(await start(able)).toBe(403)
  })

  test('5.2.5 (C103) an administrator who is one no more creates no game servers', async () => {
    const person = await addPerson(panel, 'fallen', ['admin'])
    const token = await createToken(panel, person.sessionToken, ['admin:server:create'])
    const create = () => panel.request('POST', '/api/servers', { sessionToken: token, body: {} })
    expect((await create()).status).toBe(422)
    await withdrawAll(panel, person.id)
    expect((await create()).status).toBe(403)
  })

  test('3 (C049) rights taken away: the session stays, the game server is closed at once', async () => {
    const person = await addPerson(panel, 'visitor')
    await allow(panel, person.id, ['game-server-common'], first)
    const { sessionToken } = person
    expect(await statusWith(panel, sessionToken, `/api/servers/${first}`)).toBe(200)
    await withdrawAll(panel, person.id)
    expect(await statusWith(panel, sessionToken, `/api/servers/${first}`)).toBe(403)
    expect(await statusWith(panel, sessionToken, '/api/profile')).toBe(200)
  })

  test('5.2.4 (C100) a token ten years old works', async () => {
    const token = await createToken(panel, adminSession)
    const before = panel.clock.nowMs
    panel.clock.nowMs = before + 10 * 365 * 86_400_000
    expect(await statusWith(panel, token)).toBe(200)
    panel.clock.nowMs = before
  })

  test('5.2.8 (C106) the token of an administrator past the deadline for a second factor is not restricted', async () => {
    const person = await addPerson(panel, 'late', ['admin'])
    const token = await createToken(panel, person.sessionToken)
    const metadata = JSON.stringify({ mfa_first_shown_at: '2001-01-01T00:00:00.000Z' })
    await panel.db.updateTable('users').set({ metadata }).where('id', '=', person.id).execute()
    panel.clock.nowMs += 60 * 86_400_000
    expect(await statusWith(panel, token)).toBe(200)
    panel.clock.nowMs -= 60 * 86_400_000
  })

  const requests = proofSize({ short: 250, proof: 1_000 })
  test(`5.2.9 (C108) ${requests} requests in a row meet no limit, and not each of them writes`, async () => {
    const token = await createToken(panel, adminSession)
    const rowsWritten = async () => {
      const counted = await sql<{ n: number }>`select total_changes() as n`.execute(panel.db)
      return counted.rows[0]?.n ?? 0
    }
    const before = await rowsWritten()
    const statuses: number[] = []
    for (let round = 0; round < requests / 50; round++) {
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => statusWith(panel, token)))))
    }
    expect(statuses).toEqual(Array.from({ length: requests }, () => 200))
    // Last uses are written together, when house is kept.
    await panel.app.keepHouse()
    expect((await rowsWritten()) - before).toBeLessThan(50)
  })
})

describe('the last use', () => {
  const lastUseOf = async (sessionToken: string, token: string) =>
    (await panel.request('GET', '/api/tokens', { sessionToken })).json.find(
      (item: { id: number }) => item.id === idOf(token),
    ).last_used_at

  test('2.1 (C013) is in the list at once', async () => {
    const token = await createToken(panel, adminSession)
    expect(await lastUseOf(adminSession, token)).toBeNull()
    panel.clock.nowMs += 5_000
    await statusWith(panel, token)
    expect(await lastUseOf(adminSession, token)).toBe(new Date(panel.clock.nowMs).toISOString())
  })

  test('2.1 (C013) a wrong secret is no use', async () => {
    const token = await createToken(panel, adminSession)
    expect(await statusWith(panel, `${idOf(token)}|${randomBytes(32).toString('base64url')}`)).toBe(401)
    expect(await lastUseOf(adminSession, token)).toBeNull()
  })
})

describe('after a restart', () => {
  test('5.9 (C214) another AUTH_SECRET ends sessions and leaves tokens alone, and the last use was written', async () => {
    const before = await startTestPanel()
    const sessionToken = await before.signIn()
    const token = await createToken(before, sessionToken)
    expect(await statusWith(before, token)).toBe(200)
    await before.halt()
    const after = await startTestPanel({
      dataDir: before.dataDir,
      variables: { AUTH_SECRET: 'another secret of thirty-two byte' },
    })
    expect(await statusWith(after, sessionToken)).toBe(401)
    const list = await after.request('GET', '/api/tokens', { sessionToken: token })
    expect(list.status).toBe(200)
    const row = await after.db.selectFrom('personal_access_tokens').select('last_used_at').executeTakeFirst()
    expect(row?.last_used_at).toBe(before.clock.nowMs)
    await after.stop()
  })
})
