// A real Chromium for stories, watched for console errors, policy violations and requests outside the API.

import { existsSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'

const executablePath = '/usr/bin/chromium'
const screenshotFolder = fileURLToPath(new URL('./screenshots', import.meta.url))

/** Why browser stories cannot run here; null when they can. */
export const missingBrowser = existsSync(executablePath)
  ? null
  : 'Chromium is missing: apt-get install chromium'

export interface WatchedPage {
  page: Page
  /** Console errors and violations of the content security policy. */
  problems: string[]
  /** Method and path of everything that was asked for. */
  requests: string[]
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export async function openPage(
  browser: Browser,
  options: { width?: number; scheme?: 'dark' | 'light' } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.width && options.width < 600 ? 844 : 900 },
    colorScheme: options.scheme ?? 'dark',
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const problems: string[] = []
  const requests: string[] = []
  page.on('console', message => {
    // Containers that come and go beside the story change the machine's network; the page asks again by itself.
    if (message.text().includes('net::ERR_NETWORK_CHANGED')) return
    if (message.type() === 'error' || message.text().includes('Content Security Policy'))
      problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(error.message))
  page.on('request', request => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  page.on('websocket', socket => requests.push(`WS ${new URL(socket.url()).pathname}`))
  page.setDefaultTimeout(20_000)
  return { page, problems, requests }
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
    await page.waitForTimeout(250)
    await page.screenshot({ path: `${screenshotFolder}/${name}-${scheme}-${width}.png` })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  if (before) await page.setViewportSize(before)
}
