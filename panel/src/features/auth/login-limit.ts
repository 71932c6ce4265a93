// The limit of failed sign-ins (8.1): 5 per login and 20 per address in 15 minutes, shared by all instances.

import { createHash } from 'node:crypto'
import { createAttemptCounter } from '../../platform/attempts/attempt-counter.ts'
import type { Cache } from '../../platform/cache/cache.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Audit } from '../audit/audit.ts'
import { loginKey } from '../users/logic/login-key.ts'

/** A lease is as long as the queue of password hashes can be. */
const timing = { windowMs: 15 * 60 * 1000, leaseMs: 5 * 60 * 1000 } as const
const limits = { perLogin: { limit: 5, ...timing }, perAddress: { limit: 20, ...timing } } as const

export interface LoginLimit {
  /** Refuses with 429 when settled failures have reached a limit. Without a login only the address counts. */
  admit(login: string | null, request: RequestFacts): Promise<void>
  /** Does the work of one attempt within the limits. Its 401 is counted, every other end is not (7.1). */
  attempt<T>(login: string | null, request: RequestFacts, work: () => Promise<T>): Promise<T>
  /** A success clears the login's failures, never the address's (8.1.3). */
  forgive(login: string): Promise<void>
}

interface LoginLimitDeps {
  cache: Cache
  audit: Audit
  now(): number
  random(bytes: number): Buffer
}

export function createLoginLimit({ cache, audit, now, random }: LoginLimitDeps): LoginLimit {
  const counter = (name: keyof typeof limits, namespace: string) =>
    createAttemptCounter({ cache: cache.namespace(namespace), limits: limits[name], now, random })
  const perLogin = counter('perLogin', 'login-limit-login')
  const perAddress = counter('perAddress', 'login-limit-address')

  const refuse = (request: RequestFacts) => {
    audit.record({ event: 'auth.rate_limit', outcome: 'denied', request })
    return tooManyAttempts()
  }

  async function reserve(login: string | null, request: RequestFacts) {
    const ofLogin = login === null ? null : await perLogin.reserve(keyOf(login))
    if (login !== null && !ofLogin) throw refuse(request)
    const ofAddress = await perAddress.reserve(request.countedIp).catch(async error => {
      await ofLogin?.release()
      throw error
    })
    if (ofAddress) return [ofLogin, ofAddress].filter(attempt => attempt !== null)
    await ofLogin?.release()
    throw refuse(request)
  }

  return {
    async admit(login, request) {
      const [loginIsBarred, addressIsBarred] = await Promise.all([
        login !== null && perLogin.isExceeded(keyOf(login)),
        perAddress.isExceeded(request.countedIp),
      ])
      if (loginIsBarred || addressIsBarred) throw refuse(request)
    },
    async attempt(login, request, work) {
      const attempts = await reserve(login, request)
      try {
        const result = await work()
        await Promise.all(attempts.map(attempt => attempt.release()))
        return result
      } catch (error) {
        const isCounted = error instanceof PanelError && error.status === 401
        await Promise.all(attempts.map(attempt => (isCounted ? attempt.fail() : attempt.release())))
        throw error
      }
    },
    forgive: login => perLogin.forgive(keyOf(login)),
  }
}

export function tooManyAttempts(): PanelError {
  return new PanelError('too_many_attempts', { headers: { 'retry-after': '900' } })
}

/** Every spelling of a login has one counter, whose key has the same length whatever was sent. */
function keyOf(login: string): string {
  return createHash('sha256').update(loginKey(login), 'utf8').digest('base64url')
}
