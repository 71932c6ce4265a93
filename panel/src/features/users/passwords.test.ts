import { describe, expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

describe('passwords', () => {
  test('5.7.4 bcrypt over SHA-256: bytes past the 72nd count', async () => {
    const passwords = createPasswords(4)
    const long = 'a'.repeat(72)
    const hash = await passwords.hash(`${long}1`)
    expect(hash).toMatch(/^\$2b\$04\$/)
    expect(await passwords.verify(`${long}1`, hash)).toBe(true)
    expect(await passwords.verify(`${long}2`, hash)).toBe(false)
  })

  test('7 (A24) an unknown user costs the same work as a wrong password', async () => {
    const passwords = createPasswords(10)
    const hash = await passwords.hash('somebody')
    /** Processor time: what other programs take from us is no work of ours. */
    const workOf = async (stored: string | null) => {
      const before = process.cpuUsage()
      expect(await passwords.verify('wrong', stored)).toBe(false)
      return process.cpuUsage(before).user
    }
    const [known, unknown] = [
      Math.min(await workOf(hash), await workOf(hash)),
      Math.min(await workOf(null), await workOf(null)),
    ]
    expect(unknown).toBeGreaterThan(known / 5)
  })
})
