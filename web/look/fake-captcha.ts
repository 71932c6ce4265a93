// Plays the CAPTCHA providers: their scripts come from their own domains, under the policy that the panel then serves.

import type { Page } from 'playwright-core'
import type { Scene } from './fake-panel.ts'

const domains = {
  captcha_v2: ['https://www.google.com', 'https://www.gstatic.com'],
  captcha_v3: ['https://www.google.com', 'https://www.gstatic.com'],
  challenge: ['https://challenges.cloudflare.com'],
}

const box = (text: string) =>
  `Object.assign(document.createElement('div'), { textContent: ${JSON.stringify(text)}, style: 'display:grid;place-items:center;height:63px;border:1px solid grey' })`

/** A site key "unsolved" is never answered. */
const scripts = {
  challenge: `window.turnstile = {
    render(place, { sitekey }) { place.append(${box('challenge widget')}); return sitekey },
    getResponse: key => key === 'unsolved' ? undefined : 'answer', reset() {}, remove() {},
  }`,
  scoreOrPass: `window.grecaptcha = {
    ready: tell => tell(),
    render(place, { sitekey }) { place.append(${box('pass widget')}); this.key = sitekey; return 0 },
    getResponse() { return this.key === 'unsolved' ? '' : 'answer' }, reset() {},
    execute: async () => 'answer',
  }`,
}

export async function playCaptcha(page: Page, { captcha }: Scene, policy: string): Promise<void> {
  if (!captcha) return
  const allowed = domains[captcha.provider].join(' ')
  const wider = policy.replace(/(script-src|frame-src) 'self'/g, `$1 'self' ${allowed}`)
  await page.route(
    url => url.pathname === '/sign-in',
    async route => {
      const response = await route.fetch()
      const headers = { ...response.headers(), 'content-security-policy': wider }
      await route.fulfill({ response, headers })
    },
  )
  await page.route(/^https:\/\/(www\.google|challenges\.cloudflare)\.com\//, route => {
    if (captcha.site_key === 'away') return route.abort()
    const body = captcha.provider === 'challenge' ? scripts.challenge : scripts.scoreOrPass
    return route.fulfill({ contentType: 'text/javascript', body })
  })
}
