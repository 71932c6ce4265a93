import { describe, expect, test } from 'vitest'
import type { LoginSessionCaller } from './caller.ts'
import { createChanges } from './changes.ts'
import { createRecognizedCallers, rememberedMs } from './recognized-callers.ts'

function setUp() {
  const clock = { nowMs: 1_000_000 }
  const changes = createChanges()
  const recognized = createRecognizedCallers<{ caller: LoginSessionCaller }>({
    changes,
    now: () => clock.nowMs,
    isEndedBy: ({ caller }, change) => change.kind === 'login-session-ended' && change.jti === caller.jti,
  })
  let reads = 0
  const read = (userId: number, jti: string) => async () => {
    reads += 1
    return {
      caller: {
        kind: 'login-session',
        userId,
        jti,
        login: 'l',
        issuedAtMs: 0,
        expiresAtMs: 1,
        restricted: false,
      } as const,
    }
  }
  return {
    clock,
    changes,
    recognized,
    /** How many reads it took to recognize this caller. */
    async readsFor(key: string, userId = 1, jti = key) {
      const before = reads
      await recognized.recognize(key, read(userId, jti))
      return reads - before
    },
  }
}

describe('recognized callers', () => {
  test('a caller is read once and remembered for a moment', async () => {
    const { readsFor, clock } = setUp()
    expect([await readsFor('a'), await readsFor('a')]).toEqual([1, 0])
    clock.nowMs += rememberedMs - 1
    expect(await readsFor('a')).toBe(0)
    clock.nowMs += 1
    expect([await readsFor('a'), await readsFor('a')]).toEqual([1, 0])
  })

  test('a clock that was set back is not trusted', async () => {
    const { readsFor, clock } = setUp()
    await readsFor('a')
    clock.nowMs -= 1
    expect(await readsFor('a')).toBe(1)
  })

  test('what was not recognized is not remembered', async () => {
    const { recognized } = setUp()
    let asked = 0
    const nobody = async () => {
      asked += 1
      return null
    }
    await recognized.recognize('a', nobody)
    await recognized.recognize('a', nobody)
    expect(asked).toBe(2)
  })

  test.each([
    ['the end of its session', { kind: 'login-session-ended', jti: 'a' }, [1, 0]],
    ['a change of the user', { kind: 'user-changed', userId: 1 }, [1, 0]],
    ['missed changes', { kind: 'changes-missed' }, [1, 1]],
    ['something else', { kind: 'node-presence', nodeId: 1, online: true }, [0, 0]],
  ] as const)('%s ends exactly whom it concerns', async (_, change, reads) => {
    const { readsFor, changes } = setUp()
    await readsFor('a', 1)
    await readsFor('b', 2)
    changes.publish(change)
    expect([await readsFor('a', 1), await readsFor('b', 2)]).toEqual(reads)
  })

  test('what was read before an end is not kept after it', async () => {
    const { recognized, changes, readsFor } = setUp()
    const caller = {
      kind: 'login-session',
      userId: 1,
      jti: 'a',
      login: 'l',
      issuedAtMs: 0,
      expiresAtMs: 1,
      restricted: false,
    } as const
    await recognized.recognize('a', async () => {
      changes.publish({ kind: 'login-session-ended', jti: 'a' })
      return { caller }
    })
    expect(await readsFor('a')).toBe(1)
  })
})
