// Opens one screen against the panel that is played, and keeps what the browser complains of.

import type { BrowserContext, Page } from 'playwright-core'
import { playCaptcha } from './fake-captcha.ts'
import { playPanel } from './fake-panel.ts'
import { type LookHost, policy } from './look-host.ts'
import type { Screen } from './screens.ts'
import { settle, watchRequests } from './settle.ts'

export const shapes = [
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1360, height: 860 } },
  { name: 'light', colorScheme: 'light', viewport: { width: 1360, height: 860 } },
  { name: 'phone', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

export type Shape = (typeof shapes)[number]

export interface OpenScreen {
  page: Page
  problems: string[]
  close(): Promise<void>
}

export async function openScreen(host: LookHost, screen: Screen, shape: Shape): Promise<OpenScreen> {
  const context = await host.browser.newContext({
    colorScheme: shape.colorScheme,
    viewport: shape.viewport,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  // Generous: the machine may do other things.
  page.setDefaultTimeout(120_000)
  const problems = watch(page, host.address, screen)
  watchRequests(page)
  await prepare(context, screen)
  await playPanel(page, screen.scene ?? {})
  await playCaptcha(page, screen.scene ?? {}, policy)
  await loadScreen(page, host, screen)
  await actOn(page, screen, problems)
  return { page, problems, close: () => context.close() }
}

async function loadScreen(page: Page, host: LookHost, screen: Screen): Promise<void> {
  await page.goto(host.address + screen.path, { waitUntil: 'load' })
  await isThere(page)
}

async function isThere(page: Page): Promise<void> {
  await page.locator('main, figure').first().waitFor({ state: 'attached' })
  await settle(page)
}

async function actOn(page: Page, screen: Screen, problems: string[]): Promise<void> {
  if (!screen.act) return
  await screen.act(page).catch(error => problems.push(String(error)))
  await settle(page)
}

/** From one screen to another of the same scene: by the router, and loaded anew only where it would stay as it is. */
export async function goToScreen(open: OpenScreen, host: LookHost, screen: Screen): Promise<void> {
  const { page, problems } = open
  const isSamePage = new URL(screen.path, host.address).pathname === new URL(page.url()).pathname
  if (isSamePage) await loadScreen(page, host, screen)
  else {
    // A menu or a dialog of the shell outlives the page; nothing of the page itself does.
    await page.keyboard.press('Escape')
    await page.evaluate(path => window.history.pushState({}, '', path), screen.path)
    await isThere(page)
  }
  await actOn(page, screen, problems)
}

function watch(page: Page, address: string, screen: Screen): string[] {
  const problems: string[] = []
  page.on('console', message => {
    // A refused request is logged by the browser itself; the page is expected to handle it.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if ((message.type() === 'error' || message.type() === 'warning') && !isRefusal)
      problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(String(error)))
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (protocol === 'https:' && origin !== address && !screen.scene?.captcha)
      problems.push(`asks ${origin} for something`)
  })
  return problems
}

async function prepare(context: BrowserContext, { isSignedOut, language }: Screen): Promise<void> {
  // Frames of plugins have no storage.
  if (!isSignedOut) {
    await context.addInitScript(
      () => window.top === window && window.sessionStorage.setItem('rookery.session-token', 'look'),
    )
  }
  if (language) {
    await context.addInitScript(
      code => window.top === window && window.localStorage.setItem('rookery.language', code),
      language,
    )
  }
}
