// Counters of failed sign-ins (8.1): per login and per address, in the cache, for 15 minutes from the first failure.

import type { Cache } from '../../platform/cache/cache.ts'
import { loginKey } from '../users/logic/login-key.ts'

export const loginLimits = { perLogin: 5, perAddress: 20, windowMs: 15 * 60 * 1000 } as const

export interface LoginLimitStore {
  isExceeded(login: string, address: string): Promise<boolean>
  countFailure(login: string, address: string): Promise<void>
  /** A success clears the login's counter, never the address's (8.1.3). */
  clearLogin(login: string): Promise<void>
}

export function createLoginLimitStore(cache: Cache): LoginLimitStore {
  const counters = cache.namespace('login-limit')
  const loginCounter = (login: string) => `login:${loginKey(login)}`
  const addressCounter = (address: string) => `address:${address}`
  const countOf = async (key: string) => Number((await counters.get(key)) ?? 0)
  return {
    async isExceeded(login, address) {
      const [ofLogin, ofAddress] = await Promise.all([
        countOf(loginCounter(login)),
        countOf(addressCounter(address)),
      ])
      return ofLogin >= loginLimits.perLogin || ofAddress >= loginLimits.perAddress
    },
    async countFailure(login, address) {
      const { perLogin, perAddress, windowMs } = loginLimits
      await counters.incrementIfBelow(loginCounter(login), perLogin, windowMs)
      await counters.incrementIfBelow(addressCounter(address), perAddress, windowMs)
    },
    async clearLogin(login) {
      await counters.delete(loginCounter(login))
    },
  }
}
