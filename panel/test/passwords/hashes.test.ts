import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import bcrypt from 'bcrypt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasswords } from '../../src/features/users/passwords.ts'
import { createUsersStore } from '../../src/features/users/users-store.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addPerson, createToken, statusWith, usualPassword } from '../tokens/people.ts'

const vectors = new URL('../../../../shared/vectors/bcrypt/', import.meta.url)
const areVectorsHere = existsSync(vectors)
if (!areVectorsHere) console.warn('skipped: the bcrypt vectors are not beside the repository')
const readVectors = (name: string) => JSON.parse(readFileSync(new URL(name, vectors), 'utf8'))

describe('password hashes', () => {
  const passwords = createPasswords(10)

  test('5.7.4 (A38) bcrypt over the base64 of SHA-256', async () => {
    const hash = await passwords.hash('nine brown otters')
    expect(hash).toMatch(/^\$2b\$10\$/)
    const digest = createHash('sha256').update('nine brown otters').digest('base64')
    expect(await bcrypt.compare(digest, hash)).toBe(true)
  })

  test('5.7.4 (C198) passwords that differ only after byte 72 do not verify each other', async () => {
    const [one, other] = [`${'a'.repeat(72)}1`, `${'a'.repeat(72)}2`]
    const hash = await passwords.hash(one)
    expect([await passwords.verify(one, hash), await passwords.verify(other, hash)]).toEqual([true, false])
  })

  test.skipIf(!areVectorsHere)('5.7.4 (C198) the traps of a hash before the hash', async () => {
    const traps = readVectors('prehash-traps.json')
    const withZero: string[] = traps.raw_digest_starts_with_nul.map(
      (trap: { password: string }) => trap.password,
    )
    for (const password of withZero) expect(createHash('sha256').update(password).digest()[0]).toBe(0)
    const groups: string[][] = [
      withZero,
      ...traps.differ_only_after_byte_72,
      ...traps.differ_only_in_byte_128,
    ]
    // What is tried is what goes into the hash; its cost changes nothing.
    const quick = createPasswords(4)
    for (const group of groups) {
      const hashes = await Promise.all(group.map(password => quick.hash(password)))
      for (const [i, password] of group.entries()) {
        const fits = await Promise.all(hashes.map(hash => quick.verify(password, hash)))
        expect(fits, password).toEqual(group.map((_, j) => i === j))
      }
    }
  })

  test.skipIf(!areVectorsHere)('5.7.4 the bcrypt underneath computes the published vectors', async () => {
    const { vectors: rows } = readVectors('pyca-bcrypt.json')
    expect(rows).toHaveLength(28)
    // `2y` is what other libraries call the same algorithm.
    const asOurs = (text: string) => text.replace(/^\$2y\$/, '$2b$')
    for (const { password_hex, salt, hash } of rows) {
      expect(await bcrypt.hash(Buffer.from(password_hex, 'hex'), asOurs(salt)), password_hex).toBe(
        asOurs(hash),
      )
    }
  })

  test('5.7.4 nobody has a password that fits, at the price of a real check', async () => {
    expect(await passwords.verify('nobody has this password', null)).toBe(false)
  })

  test.each([10, 11])('5.7 (C199) the configured cost %i is the cost of new hashes', async cost => {
    expect(bcrypt.getRounds(await createPasswords(cost).hash('x'))).toBe(cost)
  })
})

describe('rehashing at sign-in', () => {
  let panel: TestPanel
  beforeAll(async () => {
    panel = await startTestPanel({ bcryptCost: 5 })
  })
  afterAll(() => panel.stop())

  const hashOf = async (id: number) => (await panel.app.users.findById(id))?.passwordHash ?? ''
  const tryToSignIn = (login: string, password: string) =>
    panel.request('POST', '/api/auth/login', { body: { login, password } })

  /** Somebody whose stored hash has the given cost; signed in before, with the token of a script. */
  async function withHash(login: string, cost: number) {
    const person = await addPerson(panel, login)
    const token = await createToken(panel, person.sessionToken)
    const hash = await createPasswords(cost).hash(usualPassword)
    await panel.db.updateTable('users').set({ password_hash: hash }).where('id', '=', person.id).execute()
    return { ...person, token, hash }
  }

  test('5.7.4 (C200) a right password raises the cost, a wrong one does not, tokens stay', async () => {
    const { id, login, token, hash } = await withHash('cheap', 4)
    expect((await tryToSignIn(login, 'wrong password')).status).toBe(401)
    expect(await hashOf(id)).toBe(hash)
    expect((await tryToSignIn(login, usualPassword)).status).toBe(200)
    expect(bcrypt.getRounds(await hashOf(id))).toBe(5)
    expect((await tryToSignIn(login, usualPassword)).status).toBe(200)
    expect(await statusWith(panel, token)).toBe(200)
  })

  test('5.7.4 (C201) a stored cost is never lowered', async () => {
    const { id, login, hash } = await withHash('dear', 6)
    expect((await tryToSignIn(login, usualPassword)).status).toBe(200)
    expect(await hashOf(id)).toBe(hash)
  })

  test('T-024 a rehash that loses against a new password changes nothing', async () => {
    const { id, login, hash, sessionToken } = await withHash('racer', 4)
    const body = { current_password: usualPassword, password: 'the new password wins' }
    const [changed] = await Promise.all([
      panel.request('PUT', '/api/profile', { sessionToken, body }),
      ...Array.from({ length: 3 }, () => tryToSignIn(login, usualPassword)),
    ])
    expect(changed.status).toBe(200)
    // The order that matters, made by hand: the old hash was read, the new password stored, the rehash comes last.
    const late = await createPasswords(5).hash(usualPassword)
    const before = await hashOf(id)
    await createUsersStore(panel.db).replaceHash(id, hash, late)
    expect(await hashOf(id)).toBe(before)
    expect((await tryToSignIn(login, usualPassword)).status).toBe(401)
    expect((await tryToSignIn(login, body.password)).status).toBe(200)
  })
})
