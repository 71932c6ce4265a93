// A real Chromium for stories, watched for console errors, policy violations and requests outside the API.

import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, missingBrowser } from '../test-services/chromium.ts'
import { type WatchedPage, watchedPages } from './watched-pages.ts'

const screenshotFolder = fileURLToPath(new URL('./screenshots', import.meta.url))

export type { WatchedPage }
export { launchBrowser, missingBrowser }

interface PageOptions {
  width?: number
  scheme?: 'dark' | 'light'
  /** What the story asks for itself, such as the refusal of a wrong password. */
  mayLog?: RegExp
  acceptsAnyCertificate?: boolean
}

export async function openPage(browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.width && options.width < 600 ? 844 : 900 },
    colorScheme: options.scheme ?? 'dark',
    // Without it, whatever moves is painted sixty times a second for nobody.
    reducedMotion: 'reduce',
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
    ignoreHTTPSErrors: options.acceptsAnyCertificate ?? false,
  })
  const page = await context.newPage()
  const problems: string[] = []
  const requests: string[] = []
  page.on('console', message => {
    const text = message.text()
    const { url } = message.location()
    if (options.mayLog?.test(text) || isLifeBesideThePage(text, url)) return
    if (message.type() === 'error' || text.includes('Content Security Policy'))
      problems.push(`${text} (${url})`)
  })
  // A refused eval that the page catches is written to no console: only the page itself learns of it.
  await page.exposeBinding('rookeryPolicyViolation', ({ frame }, violation: string) => {
    const text = `Content Security Policy: ${violation}`
    if (frame === page.mainFrame() && !options.mayLog?.test(text)) problems.push(text)
  })
  await page.addInitScript(reportViolations)
  page.on('pageerror', error => problems.push(error.message))
  page.on('request', request => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  page.on('websocket', socket => requests.push(`WS ${new URL(socket.url()).pathname}`))
  // Generous: the machine may do other things, and a story that waits in vain fails all the same.
  page.setDefaultTimeout(60_000)
  const watched = { page, problems, requests }
  watchedPages.push(watched)
  return watched
}

/** Runs in the page, before anything of its own. */
const reportViolations = `document.addEventListener('securitypolicyviolation', event => {
  const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event
  window.rookeryPolicyViolation(effectiveDirective + ' refuses ' + blockedURI + ' (' + sourceFile + ':' + lineNumber + ')')
})`

/** What happens around a page and is none of its faults: it asks again by itself. */
function isLifeBesideThePage(text: string, url: string): boolean {
  // Containers that come and go beside the story change the machine's network.
  if (text.includes('net::ERR_NETWORK_CHANGED')) return true
  // A game that still starts, or that stopped or crashed a moment ago, does not answer its query.
  return /status of (409|503)/.test(text) && /\/api\/servers\/\d+\/query$/.test(url)
}

/** This page is somebody's from now on, without the form: for stories that are not about signing in. */
export async function signInPage(page: Page, { sessionToken }: { sessionToken: string }): Promise<void> {
  // Frames of plugins have no storage, and whoever signed out stays so.
  await page.addInitScript(`if (window.top === window && sessionStorage.getItem('rookery.story') === null) {
    sessionStorage.setItem('rookery.story', 'signed in')
    sessionStorage.setItem('rookery.session-token', ${JSON.stringify(sessionToken)})
  }`)
}

/** Signs in as a person does, and waits for the panel behind it. */
export async function enterPanel(
  page: Page,
  url: string,
  { login, password }: { login: string; password: string },
): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Login').fill(login)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Servers', exact: true }).first().waitFor()
}

/** Keeps a picture of each screen in dark, light and phone width, for somebody who looks at them: `PICTURES=1`. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return
  mkdirSync(screenshotFolder, { recursive: true })
  const before = page.viewportSize()
  for (const [scheme, width] of [
    ['dark', 1440],
    ['light', 1440],
    ['dark', 390],
    ['light', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await page.screenshot({ path: `${screenshotFolder}/${name}-${scheme}-${width}.png` })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  if (before) await page.setViewportSize(before)
}
