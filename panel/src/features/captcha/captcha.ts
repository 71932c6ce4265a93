// The CAPTCHA in front of the sign-in (5.8): off, or verified with the provider before any password is looked at.

import type { Log } from '../../platform/log.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { Secret } from '../../platform/secret.ts'
import { CaptchaUnavailableError, createCaptchaClient } from './captcha-client.ts'
import { type CaptchaProvider, isHuman, providerAddresses } from './captcha-rules.ts'

export interface CaptchaSettings {
  provider: CaptchaProvider
  /** Null: the widget is shown, and nothing is verified (5.8.1). */
  secretKey: Secret | null
  minScore: number
  /** Let people in while the provider gives no answer. */
  failOpen: boolean
  /** Asked instead of the provider's own address. */
  verifyUrl: string | null
}

export interface Captcha {
  /** Refuses with 422 who has not passed, with 503 when nobody can tell. */
  demand(response: string | undefined): Promise<void>
}

export function createCaptcha(settings: CaptchaSettings | null, log: Log): Captcha {
  if (!settings?.secretKey) return { demand: async () => {} }
  const { provider, secretKey, minScore, failOpen } = settings
  const verifyUrl = settings.verifyUrl ?? providerAddresses[provider]
  const askProvider = createCaptchaClient({ verifyUrl, secretKey: secretKey.reveal() })
  return {
    async demand(response) {
      if (!response) throw invalidField('captcha', 'is required: solve the CAPTCHA')
      try {
        if (isHuman(provider, await askProvider(response), minScore)) return
      } catch (error) {
        if (!(error instanceof CaptchaUnavailableError)) throw error
        if (!failOpen) throw new PanelError('captcha_unavailable', { cause: error })
        log.warn({ err: error }, 'the CAPTCHA provider does not answer: sign-in goes on without it')
        return
      }
      throw invalidField('captcha', 'was not passed, try again')
    },
  }
}
