import { describe, expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

describe('passwords', () => {
  test('5.7.4 bcrypt over SHA-256: bytes past the 72nd count', async () => {
    const passwords = createPasswords(10)
    const long = 'a'.repeat(72)
    const hash = await passwords.hash(`${long}1`)
    expect(hash).toMatch(/^\$2b\$10\$/)
    expect(await passwords.verify(`${long}1`, hash)).toBe(true)
    expect(await passwords.verify(`${long}2`, hash)).toBe(false)
  })

  test('7 (A24) an unknown user costs the same work as a wrong password', async () => {
    const passwords = createPasswords(12)
    const hash = await passwords.hash('somebody')
    const time = async (stored: string | null) => {
      const startedMs = performance.now()
      expect(await passwords.verify('wrong', stored)).toBe(false)
      return performance.now() - startedMs
    }
    const [known, unknown] = [
      Math.min(await time(hash), await time(hash)),
      Math.min(await time(null), await time(null)),
    ]
    expect(unknown).toBeGreaterThan(known / 5)
  })
})
