// Tests of the addresses of CAPTCHA scripts.

import { expect, test } from 'vitest'
import { captchaScript } from './captcha-script.ts'

test('5.8.5 each script comes from the domain that the policy of the page names', () => {
  const address = (provider: 'captcha_v2' | 'captcha_v3' | 'challenge') =>
    captchaScript({ provider, site_key: 'k&y' }, 'de')
  expect(address('captcha_v2')).toBe('https://www.google.com/recaptcha/api.js?render=explicit&hl=de')
  expect(address('captcha_v3')).toBe('https://www.google.com/recaptcha/api.js?render=k%26y&hl=de')
  expect(address('challenge')).toBe('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit')
})
