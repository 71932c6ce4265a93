// Whoever works on a repository at the same time may do so, and nobody else.

import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LockKind, RepositoryLocks } from './repository-locks.ts'

describe('locks', () => {
  test('whatever comes: one writer at most, freeing space alone, and everybody has their turn', async () => {
    const kinds = fc.array(fc.constantFrom<LockKind>('read', 'write', 'alone'), {
      minLength: 1,
      maxLength: 30,
    })
    await fc.assert(
      fc.asyncProperty(kinds, async wanted => {
        const locks = new RepositoryLocks()
        const working: Record<LockKind, number> = { read: 0, write: 0, alone: 0 }
        let done = 0
        await Promise.all(
          wanted.map(kind =>
            locks.take(kind, undefined, async () => {
              working[kind] += 1
              expect(working.write + working.alone).toBeLessThanOrEqual(1)
              if (working.alone > 0) expect(working.read).toBe(0)
              await nextTurn()
              working[kind] -= 1
              done += 1
            }),
          ),
        )
        expect(done).toBe(wanted.length)
        expect(locks.isIdle).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  test('whoever stops waiting holds up nobody', async () => {
    const locks = new RepositoryLocks()
    const first = Promise.withResolvers<void>()
    const holding = locks.take('write', undefined, () => first.promise)
    const leaving = new AbortController()
    const left = locks.take('alone', leaving.signal, async () => 'never')
    const reading = locks.take('read', undefined, async () => 'read')
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    expect(await reading).toBe('read')
    first.resolve()
    await holding
    expect(await locks.take('alone', undefined, async () => 'alone')).toBe('alone')
  })
})
