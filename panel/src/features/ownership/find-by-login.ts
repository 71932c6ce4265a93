// Finds a person by the exact login, and no faster than nobody could collect logins by it.

import { createAttemptCounter } from '../../platform/attempts/attempt-counter.ts'
import type { OpenCache } from '../../platform/cache/cache.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { User, Users } from '../users/users.ts'

const windowMs = 15 * 60 * 1000
/** Logins that nobody has, for each account that asks, on all instances together. */
const limits = { limit: 10, windowMs, leaseMs: 60_000 }

interface FindByLoginDeps {
  users: Pick<Users, 'findByLogin'>
  cache: OpenCache
  now(): number
  random(bytes: number): Buffer
}

export function createFindByLogin({ users, cache, now, random }: FindByLoginDeps) {
  const counter = createAttemptCounter({ cache: cache.namespace('unknown-logins'), limits, now, random })
  return async (login: string, { userId }: { userId: number }): Promise<User> => {
    const attempt = await counter.reserve(`user-${userId}`)
    if (!attempt) {
      throw new PanelError('too_many_attempts', {
        message: 'too many logins that nobody has: try again in 15 minutes',
        headers: { 'retry-after': String(windowMs / 1000) },
      })
    }
    let isUnknown = false
    try {
      const person = await users.findByLogin(login)
      if (person) return person
      isUnknown = true
      throw invalidField('login', 'nobody has this login: ask the person how exactly they sign in')
    } finally {
      await (isUnknown ? attempt.fail() : attempt.release())
    }
  }
}

export type FindByLogin = ReturnType<typeof createFindByLogin>
