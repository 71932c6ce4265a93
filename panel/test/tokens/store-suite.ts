// What the stores of users and personal access tokens must do on every database.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTokensStore } from '../../src/features/tokens/tokens-store.ts'
import { createUsersStore, type UserChange } from '../../src/features/users/users-store.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { inTransaction } from '../../src/platform/database/portable.ts'

const wholePage = { limit: 100, offset: 0 }

export function tokenStoreSuite(describeDatabase: () => Promise<DatabaseOptions>): void {
  let database: Database
  let users: ReturnType<typeof createUsersStore>
  let tokens: ReturnType<typeof createTokensStore>
  beforeAll(async () => {
    database = await openDatabase(await describeDatabase(), { info: () => {}, warn: () => {} })
    await migrate(database)
    users = createUsersStore(database.db)
    tokens = createTokensStore(database.db)
  })
  afterAll(() => database?.close())

  const unlimited = { expiresAtMs: null, gameServerIds: null }
  const addUser = (login: string) =>
    database.db
      .transaction()
      .execute(transaction =>
        users.create(transaction, { login, name: login, email: '', passwordHash: 'old', language: null }, 1),
      )
  const addToken = (userId: number) =>
    tokens.create(
      { userId, name: 'Skript ☃', abilities: ['server:list'], ...unlimited, secretHash: 'f'.repeat(64) },
      5,
    )
  const changeUser = (userId: number, change: UserChange, nowMs: number) =>
    inTransaction(database.db, transaction => users.change(transaction, userId, change, nowMs))
  const changePassword = async (userId: number) => {
    const replacesVersion = (await users.findById(userId))?.passwordVersion ?? 0
    return changeUser(userId, { password: { hash: 'new', replacesVersion } }, 2)
  }

  test('5.2 a token is found with its owner, listed, and gone when removed', async () => {
    const userId = await addUser('lister')
    const id = (await addToken(userId)) ?? 0
    expect(await tokens.find(id)).toEqual({
      id,
      userId,
      secretHash: 'f'.repeat(64),
      abilities: ['server:list'],
      ...unlimited,
      passwordVersion: 1,
      owner: { login: 'lister', passwordVersion: 1, isSuspended: false },
    })
    expect(await tokens.list(userId, wholePage)).toEqual({
      items: [
        {
          id,
          name: 'Skript ☃',
          abilities: ['server:list'],
          ...unlimited,
          lastUsedAtMs: null,
          createdAtMs: 5,
        },
      ],
      total: 1,
    })
    expect(await tokens.ownerOf(id)).toEqual({ userId, name: 'Skript ☃' })
    expect(await tokens.ownerOf(id + 1_000)).toBeNull()
    await tokens.remove(id)
    expect([await tokens.find(id), await tokens.ownerOf(id)]).toEqual([null, null])
  })

  test('2.1 last uses are written together and never go back', async () => {
    const userId = await addUser('user')
    const ids = [(await addToken(userId)) ?? 0, (await addToken(userId)) ?? 0]
    const [first = 0, second = 0] = ids
    await tokens.writeLastUses([
      [first, { usedAtMs: 1_800_000_000_000 }],
      [second, { usedAtMs: 7 }],
      [second + 1_000, { usedAtMs: 7 }],
    ])
    await tokens.writeLastUses([[first, { usedAtMs: 3 }]])
    const { items } = await tokens.list(userId, wholePage)
    expect(items.map(item => item.lastUsedAtMs)).toEqual([7, 1_800_000_000_000])
  })

  test('5.2.7 a new password leaves none of the tokens made before it in the list', async () => {
    const userId = await addUser('changer')
    await addToken(userId)
    expect(await changePassword(userId)).toBe(true)
    expect((await tokens.list(userId, wholePage)).total).toBe(0)
    const later = await addToken(userId)
    expect((await tokens.list(userId, wholePage)).items.map(item => item.id)).toEqual([later])
  })

  test('T-023 tokens made among changes of the password carry a version that was current then', async () => {
    const userId = await addUser('racer')
    for (let round = 0; round < 20; round++) {
      const before = (await users.findById(userId))?.passwordVersion ?? 0
      const [changed, ...made] = await Promise.all([
        changePassword(userId),
        ...Array.from({ length: 4 }, () => addToken(userId)),
      ])
      expect(changed).toBe(true)
      for (const id of made) {
        expect([before, before + 1]).toContain((await tokens.find(id ?? 0))?.passwordVersion)
      }
      const after = await tokens.find((await addToken(userId)) ?? 0)
      expect(after?.passwordVersion).toBe(after?.owner.passwordVersion)
    }
  })

  test('5.7 of many changes that replace the same version one takes place, and a late rehash none', async () => {
    const userId = await addUser('many')
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        changeUser(userId, { name: `n${i}`, password: { hash: `h${i}`, replacesVersion: 1 } }, 3),
      ),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    const winner = outcomes.indexOf(true)
    await users.replaceHash(userId, 'old', 'rehash of the old password')
    expect(await users.findById(userId)).toMatchObject({
      name: `n${winner}`,
      passwordHash: `h${winner}`,
      passwordVersion: 2,
    })
  })

  test('5.2 (C107) a removed user takes the tokens along; a token for nobody is not made', async () => {
    const userId = await addUser('leaver')
    const id = (await addToken(userId)) ?? 0
    const remove = () => database.db.transaction().execute(transaction => users.remove(transaction, userId))
    expect([await remove(), await remove()]).toEqual([true, false])
    expect(await tokens.find(id)).toBeNull()
    expect(await addToken(userId)).toBeNull()
  })
}
