// The limit of failed sign-ins by SFTP: as at the login, per person and per address, with counters of its own.

import { createHash } from 'node:crypto'
import { createAttemptCounter } from '../../platform/attempts/attempt-counter.ts'
import type { Cache } from '../../platform/cache/cache.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { loginKey } from '../users/logic/login-key.ts'

const timing = { windowMs: 15 * 60 * 1000, leaseMs: 60 * 1000 } as const
const limits = { perLogin: { limit: 10, ...timing }, perAddress: { limit: 20, ...timing } } as const

export interface SignInLimit {
  /** Refuses when failures have reached the limit. */
  admit(who: Counted): Promise<void>
  /** Does the work of one attempt; its 401 is counted. */
  attempt<T>(who: Counted, work: () => Promise<T>): Promise<T>
}

/** `login` null: a proven key cannot be guessed, and guesses at a password must not lock it out. */
export interface Counted {
  login: string | null
  ip: string
}

interface SignInLimitDeps {
  cache: Cache
  now(): number
  random(bytes: number): Buffer
}

export function createSignInLimit({ cache, now, random }: SignInLimitDeps): SignInLimit {
  const counter = (name: keyof typeof limits, namespace: string) =>
    createAttemptCounter({ cache: cache.namespace(namespace), limits: limits[name], now, random })
  const perLogin = counter('perLogin', 'sftp-limit-login')
  const perAddress = counter('perAddress', 'sftp-limit-address')

  async function reserve({ login, ip }: Counted) {
    const ofAddress = await perAddress.reserve(keyOf(ip))
    if (!ofAddress) throw new PanelError('too_many_attempts')
    const ofLogin = login === null ? [] : [await perLogin.reserve(keyOf(loginKey(login)))]
    const attempts = [ofAddress, ...ofLogin].filter(attempt => attempt !== null)
    if (!ofLogin.includes(null)) return attempts
    await ofAddress.release()
    throw new PanelError('too_many_attempts')
  }

  return {
    async admit({ login, ip }) {
      const [addressIsBarred, loginIsBarred] = await Promise.all([
        perAddress.isExceeded(keyOf(ip)),
        login !== null && perLogin.isExceeded(keyOf(loginKey(login))),
      ])
      if (addressIsBarred || loginIsBarred) throw new PanelError('too_many_attempts')
    },
    async attempt(who, work) {
      const attempts = await reserve(who)
      try {
        const result = await work()
        await Promise.all(attempts.map(attempt => attempt.release()))
        if (who.login !== null) await perLogin.forgive(keyOf(loginKey(who.login)))
        return result
      } catch (error) {
        const isCounted = error instanceof PanelError && error.status === 401
        await Promise.all(attempts.map(attempt => (isCounted ? attempt.fail() : attempt.release())))
        throw error
      }
    },
  }
}

/** The same length whatever was sent. */
function keyOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url')
}
