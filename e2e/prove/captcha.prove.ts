// Signing in with a CAPTCHA, in a real browser: passed, not solved, not passed, scored too low, away. With every provider.

import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answerWith, startCaptchaProvider } from '../../panel/test/sign-in/captcha-provider.ts'
import { launchBrowser, missingBrowser, openPage, takePictures, type WatchedPage } from '../browser.ts'
import { playCaptchaProviders, solve, solvedAnswer } from '../captcha-stand-ins.ts'
import { createHome, type Rookery, startRookery } from '../rookery.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

const password = 'a story about people'
const siteKey = 'site-key-of-a-story'
const secretKey = 'secret-key-of-a-story'
type Provider = [name: string, hosts: string[]]
const googleHosts = ['www.google.com', 'www.gstatic.com']
const challenge: Provider = ['challenge', ['challenges.cloudflare.com']]
/** What the browser itself says about refused requests. */
const refusals = /the server responded with a status of (401|422|503)/

describe.skipIf(missingBrowser)('sign-in with a CAPTCHA', () => {
  let home: Awaited<ReturnType<typeof createHome>>
  let service: Awaited<ReturnType<typeof startCaptchaProvider>>
  let browser: Browser
  let rookery: Rookery | null = null
  let runningWith = ''
  let watched: WatchedPage
  let asked: string[]

  beforeAll(async () => {
    home = await createHome()
    service = await startCaptchaProvider()
    browser = await launchBrowser()
  })
  afterEach(() => watched?.page.context().close())
  afterAll(async () => {
    await browser?.close()
    await rookery?.interrupt()
    await service?.close()
    await home?.remove()
  })

  const url = () => rookery?.url ?? ''

  /** The same provider needs no other start. */
  async function startWith(provider: string): Promise<void> {
    if (runningWith === provider) return
    await rookery?.interrupt()
    rookery = await startRookery(home, {
      ADMIN_PASSWORD: password,
      AUTH_REQUIRE_MFA_FOR_ADMINS: 'false',
      CAPTCHA_PROVIDER: provider,
      CAPTCHA_SITE_KEY: siteKey,
      CAPTCHA_SECRET_KEY: secretKey,
      CAPTCHA_VERIFY_URL: service.url,
    })
    runningWith = provider
  }

  async function openWith(provider: string): Promise<void> {
    await startWith(provider)
    service.asked.length = 0
    watched = await openPage(browser, { mayLog: refusals })
    asked = await playCaptchaProviders(watched.page)
    await watched.page.goto(url())
    await isReady(provider)
  }
  /** The provider's script has come and drawn what it has to draw. */
  const isReady = (provider: string) =>
    watched.page.locator(`[data-provider="${provider}"][data-status="ready"]`).waitFor({ state: 'attached' })

  async function enter(withPassword = password): Promise<void> {
    const { page } = watched
    await page.getByLabel('Login').fill('admin')
    await page.getByRole('textbox', { name: 'Password' }).fill(withPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const says = (text: string) => watched.page.getByText(text).waitFor()
  const isInside = () => watched.page.getByRole('heading', { name: 'Pick a game' }).waitFor()
  const hostsAsked = () => [...new Set(asked.map(address => new URL(address).host))].sort()
  const loginsSent = () => watched.requests.filter(request => request === 'POST /api/auth/login').length

  async function policyOf(directive: string): Promise<string> {
    const policy = (await fetch(url())).headers.get('content-security-policy') ?? ''
    return policy.split('; ').find(part => part.startsWith(`${directive} `)) ?? ''
  }

  test.each([['captcha_v2', googleHosts], challenge] satisfies Provider[])(
    '5.8 (C203, C205, C210, C349) %s: not solved, not passed, then passed',
    async (provider, hosts) => {
      await openWith(provider)
      await takePictures(watched.page, `9-${provider}`)
      await isReady(provider)
      await enter()
      await says('Solve the CAPTCHA first.')
      expect(loginsSent()).toBe(0)

      service.playing(answerWith({ success: false, 'error-codes': ['invalid-input-response'] }))
      await solve(watched.page)
      await enter()
      await says('The CAPTCHA check failed. Try again.')
      await takePictures(watched.page, `9-${provider}-refused`)
      // An answer is checked once: the box is empty again.
      await enter()
      await says('Solve the CAPTCHA first.')
      expect(loginsSent()).toBe(1)

      service.playing(answerWith({}, 500))
      await solve(watched.page)
      await enter()
      await says('The CAPTCHA service isn’t responding')

      service.playing(answerWith({ success: true, score: 0.1 }))
      await solve(watched.page)
      await enter('a wrong password')
      await says('Wrong login or password.')
      await solve(watched.page)
      await enter()
      await isInside()
      expect(service.asked.map(({ fields }) => [fields.secret, fields.response])).toEqual(
        Array.from({ length: 4 }, () => [secretKey, solvedAnswer]),
      )
      expect(hostsAsked()).toEqual(hosts)
      for (const host of hosts) {
        expect(await policyOf('script-src')).toContain(` https://${host}`)
        expect(await policyOf('frame-src')).toContain(` https://${host}`)
      }
      expect(watched.problems).toEqual([])
    },
  )

  test('5.11 (C210) the policy keeps away the scripts and frames of every other provider', async () => {
    await openWith('challenge')
    const foreign = 'https://www.google.com/recaptcha/api'
    // Written as text: it runs in the page and knows nothing of this file.
    await watched.page.evaluate(`document.body.append(
      Object.assign(document.createElement('script'), { src: '${foreign}.js' }),
      Object.assign(document.createElement('iframe'), { src: '${foreign}2/anchor' }),
    )`)
    const isRefused = (directive: string) => () =>
      watched.problems.some(problem => problem.includes(directive))
    await expect.poll(isRefused('script-src'), { timeout: 60_000 }).toBe(true)
    await expect.poll(isRefused('frame-src'), { timeout: 60_000 }).toBe(true)
    expect(hostsAsked()).toEqual(['challenges.cloudflare.com'])
    // These were asked for, and so is what is still on its way.
    await watched.page.context().close()
    watched.problems.length = 0
  })

  test('5.8 (C204, C210, C349) captcha_v3: a score too low, then a good one, and nothing to solve', async () => {
    await openWith('captcha_v3')
    await takePictures(watched.page, '9-captcha_v3')
    await isReady('captcha_v3')
    expect(await watched.page.locator('.grecaptcha-badge').isVisible()).toBe(true)

    service.playing(answerWith({ success: true, score: 0.4, action: 'login' }))
    await enter()
    await says('The CAPTCHA check failed. Try again.')
    await takePictures(watched.page, '9-captcha_v3-low')
    service.playing(answerWith({ success: true, score: 0.5, action: 'login' }))
    await enter()
    await isInside()
    expect(await watched.page.locator('.grecaptcha-badge').isVisible()).toBe(false)
    expect(service.asked.map(({ fields }) => fields.response)).toEqual(
      Array.from({ length: 2 }, () => `${siteKey}:login:${solvedAnswer}`),
    )
    expect(hostsAsked()).toEqual(googleHosts)
    expect(watched.problems).toEqual([])
  })
})
