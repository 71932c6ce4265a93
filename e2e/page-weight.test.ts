// What each of the first pages costs a browser that was never here: bytes over the wire and requests.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, signIn } from './api.ts'
import { launchBrowser, missingBrowser, openPage, signInPage } from './browser.ts'
import { createHome, type Rookery, startRookery } from './rookery.ts'

// A product of its own: in the one that stories share something happens all the time, and is asked for again.
const password = 'weighed and found light'
let home: Awaited<ReturnType<typeof createHome>>
let rookery: Rookery
let api: Api
let browser: Browser
let gameServer = 0

beforeAll(async () => {
  if (missingBrowser) return
  home = await createHome()
  rookery = await startRookery(home, { ADMIN_PASSWORD: password, AUTH_REQUIRE_MFA_FOR_ADMINS: 'false' })
  api = await signIn(rookery.url, { login: 'admin', password })
  gameServer = await api.createArena('Featherweight', true)
  // What happens while a page is weighed is asked for again.
  await api.waitForState(gameServer, 'running')
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await rookery?.interrupt()
  await home?.remove()
})

const kilobyte = 1_024

/** Everything that a browser without a cache fetches until the page is there and quiet, as it came over the wire. */
async function fetchedBy(page: Page, url: string, isThere: () => Promise<unknown>) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const names = new Map<string, string>()
  const fetched: { name: string; bytes: number }[] = []
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    names.set(requestId, `${request.method} ${new URL(request.url).pathname}`)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    fetched.push({ name: names.get(requestId) ?? '', bytes: encodedDataLength })
  })
  await page.goto(url)
  await isThere()
  await page.waitForLoadState('networkidle')
  return fetched
}

type Fetched = Awaited<ReturnType<typeof fetchedBy>>

/** Each channel needs a short-lived token of its own. */
function repeatedIn(fetched: Fetched): string[] {
  const names = fetched.map(({ name }) => name).filter(name => !name.startsWith('POST '))
  return names.filter((name, index) => names.indexOf(name) < index)
}

/** Of a panel where nothing has happened for some seconds: what is new is asked for again. */
async function fetchedInQuiet(path: string, isThere: (page: Page) => Promise<unknown>): Promise<Fetched> {
  let fetched: Fetched = []
  await expect
    .poll(
      async () => {
        const { page } = await openPage(browser)
        await signInPage(page, api)
        fetched = await fetchedBy(page, `${rookery.url}${path}`, () => isThere(page))
        await page.context().close()
        return repeatedIn(fetched)
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toEqual([])
  return fetched
}

interface Budget {
  kilobytes: number
  requests: number
}

function expectWithin(budget: Budget, fetched: Fetched): void {
  const list = fetched.map(({ name, bytes }) => `${bytes} ${name}`).join('\n')
  const bytes = fetched.reduce((sum, one) => sum + one.bytes, 0)
  console.log(`${Math.round(bytes / kilobyte)} KB in ${fetched.length} requests`)
  expect(bytes, list).toBeLessThanOrEqual(budget.kilobytes * kilobyte)
  expect(fetched.length, list).toBeLessThanOrEqual(budget.requests)
}

test.skipIf(missingBrowser)('sign-in: at most 250 KB in 15 requests', async () => {
  const { page } = await openPage(browser)
  const fetched = await fetchedBy(page, rookery.url, () => page.getByLabel('Login').waitFor())
  expectWithin({ kilobytes: 250, requests: 15 }, fetched)
})

test.skipIf(missingBrowser)('servers: at most 350 KB in 25 requests, none of them twice', async () => {
  const fetched = await fetchedInQuiet('/servers', page =>
    page.getByRole('link', { name: 'Featherweight' }).first().waitFor(),
  )
  expectWithin({ kilobytes: 350, requests: 25 }, fetched)
})

test.skipIf(missingBrowser)('console: at most 450 KB in 30 requests, none of them twice', async () => {
  const fetched = await fetchedInQuiet(`/servers/${gameServer}/console`, page =>
    page.locator('.xterm-rows').waitFor({ state: 'attached' }),
  )
  expectWithin({ kilobytes: 450, requests: 30 }, fetched)
})
