// The three CAPTCHA providers: where each is asked, and when its answer lets a person in (5.8).

export type CaptchaProvider = 'captcha_v2' | 'captcha_v3' | 'challenge'

export interface CaptchaAnswer {
  success: boolean
  score?: number | undefined
}

const scoreOrPass = 'https://www.google.com/recaptcha/api/siteverify'
const passOnly = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'

export const providerAddresses: Readonly<Record<CaptchaProvider, string>> = {
  captcha_v2: scoreOrPass,
  captcha_v3: scoreOrPass,
  challenge: passOnly,
}

/** Only `captcha_v3` has a score; an answer of it without one is not enough. */
export function isHuman(provider: CaptchaProvider, answer: CaptchaAnswer, minScore: number): boolean {
  if (!answer.success) return false
  return provider !== 'captcha_v3' || (answer.score !== undefined && answer.score >= minScore)
}
