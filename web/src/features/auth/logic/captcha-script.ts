// Where each CAPTCHA provider's script comes from: its own domain, and only when the panel asks for that provider (5.8).

import type { PublicConfig } from '@rookery/contracts/http/public-config.ts'

export type CaptchaChoice = NonNullable<PublicConfig['captcha']>

const scoreOrPass = 'https://www.google.com/recaptcha/api.js'
const challenge = 'https://challenges.cloudflare.com/turnstile/v0/api.js'

export function captchaScript({ provider, site_key }: CaptchaChoice, language: string): string {
  const key = encodeURIComponent(site_key)
  const renderedIn = `hl=${encodeURIComponent(language)}`
  if (provider === 'challenge') return `${challenge}?render=explicit`
  return `${scoreOrPass}?render=${provider === 'captcha_v3' ? key : 'explicit'}&${renderedIn}`
}
