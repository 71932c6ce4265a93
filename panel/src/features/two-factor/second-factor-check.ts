// Checks a typed code against the user's second factor; a code that fits is used up by it.

import { type AttemptCounter, createAttemptCounter } from '../../platform/attempts/attempt-counter.ts'
import type { Cache } from '../../platform/cache/cache.ts'
import type { AlsoWrite } from '../../platform/database/portable.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { readTypedCode } from './logic/code-form.ts'
import type { RecoveryCodeSets } from './recovery-codes.ts'
import { matchingStep } from './totp.ts'
import type { TwoFactorStore } from './two-factor-store.ts'

export type CodeVerdict = 'right' | 'wrong' | 'too many'

/** Wrong codes of one user over all addresses and routes; it is no part of the login limit (A19). */
export const wrongCodeLimits = { limit: 20, windowMs: 15 * 60 * 1000, leaseMs: 60 * 1000 } as const

export interface SecondFactorCheck {
  /** `also` is written together with a recovery code that is spent by it. */
  checkCode(userId: number, code: string, also?: AlsoWrite): Promise<CodeVerdict>
  /** Counts what `check` finds wrong towards the same limit. */
  underLimit<T>(userId: number, check: () => Promise<T | null>): Promise<T | Exclude<CodeVerdict, 'right'>>
}

interface CheckDeps {
  store: TwoFactorStore
  secretBox: SecretBox
  recoveryCodes: RecoveryCodeSets
  cache: Cache
  now(): number
  random(bytes: number): Buffer
}

export function createSecondFactorCheck(deps: CheckDeps): SecondFactorCheck {
  const { store, secretBox, now, random } = deps
  const cache = deps.cache.namespace('wrong-second-factor')
  const wrongCodes: AttemptCounter = createAttemptCounter({ cache, limits: wrongCodeLimits, now, random })

  async function useUp(userId: number, code: string, also?: AlsoWrite): Promise<true | null> {
    const typed = readTypedCode(code)
    const stored = await store.read(userId)
    if (!typed || !stored?.isEnabled) return null
    if (typed.kind === 'recovery') {
      const hash = await deps.recoveryCodes.findHash(typed.plain, stored.recoveryHashes)
      return hash !== null && (await store.spendRecoveryCode(userId, hash, also)) ? true : null
    }
    // A secret sealed under another key fits no code: recovery codes are the way out then (A31).
    const secret = stored.sealedSecret === null ? null : secretBox.open(stored.sealedSecret)
    const step = secret === null ? null : matchingStep(secret, typed.digits, now())
    if (step === null || stored.sealedSecret === null) return null
    return (await store.useStep(userId, stored.sealedSecret, step, now())) ? true : null
  }

  async function underLimit<T>(userId: number, check: () => Promise<T | null>) {
    const attempt = await wrongCodes.reserve(String(userId))
    if (!attempt) return 'too many'
    const found = await check().catch(async error => {
      await attempt.release()
      throw error
    })
    await (found === null ? attempt.fail() : attempt.release())
    return found ?? 'wrong'
  }

  return {
    underLimit,
    async checkCode(userId, code, also) {
      const found = await underLimit(userId, () => useUp(userId, code, also))
      return found === true ? 'right' : found
    },
  }
}

/** How the profile's routes refuse a wrong password or code. */
export function wrongPassword(): PanelError {
  return invalidField('password', 'is wrong')
}

export function wrongCode(): PanelError {
  return invalidField('code', 'is wrong or already used')
}

export function tooManyWrongCodes(): PanelError {
  return new PanelError('too_many_attempts', { headers: { 'retry-after': '900' } })
}

export function notOn(): PanelError {
  return new PanelError('conflict', { message: 'two-factor authentication is off' })
}
