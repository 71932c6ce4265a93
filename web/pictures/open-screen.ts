// Opens one screen against the panel that is played, and collects what the browser complains of.

import type { Page, WebSocket } from 'playwright-core'
import { holdWorldStill, passTurns } from './fixed-world.ts'
import { playCaptcha } from './fixtures/fake-captcha.ts'
import { nowMs } from './fixtures/moment.ts'
import { type Visit, visitCookie } from './fixtures/serve-fake-panel.ts'
import type { PictureHost } from './picture-host.ts'
import type { Screen } from './screen.ts'
import { settle, watchRequests } from './settle.ts'

export interface Shape {
  name: string
  colorScheme: 'dark' | 'light'
  viewport: { width: number; height: number }
}

export const shapes: readonly [dark: Shape, light: Shape, phone: Shape] = [
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1360, height: 860 } },
  { name: 'light', colorScheme: 'light', viewport: { width: 1360, height: 860 } },
  { name: 'phone', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
]

export interface OpenScreen {
  page: Page
  /** What the browser complained of since it was last emptied. */
  problems: string[]
}

/** One page that shows screens one after the other: what it has loaded and compiled for one serves the next. */
export interface Viewer {
  host: PictureHost
  page: Page
  problems: string[]
  visit: Visit | null
  /** The live channel, as soon as the page has opened it. */
  events: WebSocket | null
  /** The CAPTCHA provider may be asked. */
  mayAskOthers: boolean
  close(): Promise<void>
}

/** Generous, for the machine may do other things, but a button that is not there is said in the same minute. */
const longestWaitMs = 45_000

export async function openViewer(host: PictureHost, { doesTimePass = false } = {}): Promise<Viewer> {
  const context = await host.browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(longestWaitMs)
  watchRequests(page)
  if (!doesTimePass) await holdWorldStill(page, nowMs)
  await page.addInitScript(beginVisit, visitCookie)
  const viewer: Viewer = {
    host,
    page,
    problems: [],
    visit: null,
    events: null,
    mayAskOthers: false,
    async close() {
      viewer.visit?.leave()
      await context.close()
    },
  }
  watch(viewer)
  return viewer
}

/** Begins a visit of its own: nothing of the screen before is left. */
export async function openScreen(
  viewer: Viewer,
  screen: Screen,
  shape: Shape,
  options: { withUsage?: boolean } = {},
): Promise<OpenScreen> {
  const { host, page, problems } = viewer
  const scene = screen.scene ?? {}
  viewer.visit?.leave()
  viewer.visit = host.panel.enter(scene)
  viewer.mayAskOthers = scene.captcha !== undefined
  problems.length = 0
  const value = [viewer.visit.id, screen.isSignedOut ? 'out' : 'in', screen.language ?? ''].join('.')
  await page.context().addCookies([{ name: visitCookie, value, url: host.panel.address }])
  await page.unrouteAll()
  await playCaptcha(page, scene)
  // Whatever the mouse points at looks different.
  await page.mouse.move(0, 0)
  await wear(page, shape)
  await loadScreen(viewer, screen)
  if (options.withUsage && hasCurves(screen)) await passMinute(viewer)
  await actOn(viewer, screen)
  return { page, problems }
}

/** Colors and size of the window, on a screen and not on paper. */
export async function wear(page: Page, { colorScheme, viewport }: Shape): Promise<void> {
  await page.emulateMedia({ colorScheme, media: null })
  await page.setViewportSize(viewport)
}

async function loadScreen({ page, host }: Viewer, screen: Screen): Promise<void> {
  await page.goto(host.panel.address + screen.path, { waitUntil: 'load' })
  await isThere(page)
}

async function isThere(page: Page): Promise<void> {
  await page.locator('main, figure').first().waitFor({ state: 'attached' })
  await settle(page)
}

/** More than the minute that the small curves in lists show. */
const usageTurns = 32
const turnMs = 2_000
const hearMs = 5_000

/** A minute of usage, so that the small curves have something to draw. */
async function passMinute({ page, visit, events }: Viewer): Promise<void> {
  if (!visit || !events || events.isClosed()) return
  const turns = Array.from({ length: usageTurns }, (_, turn) => async () => {
    const heard = events.waitForEvent('framereceived', { timeout: hearMs })
    visit.sayUsage(turn + 1)
    await heard
  })
  await passTurns(page, turnMs, turns)
  await settle(page)
}

const hasCurves = ({ path, isSignedOut }: Screen) => !isSignedOut && (path === '/' || path === '/servers')

async function actOn({ page, problems }: Viewer, screen: Screen): Promise<void> {
  if (!screen.act) return
  await screen.act(page).catch(error => problems.push(String(error)))
  await settle(page)
}

/** From one screen to another of the same scene: by the router, and loaded anew only where it would stay as it is. */
export async function goToScreen(viewer: Viewer, screen: Screen): Promise<void> {
  const { page, host } = viewer
  const isSamePage = new URL(screen.path, host.panel.address).pathname === new URL(page.url()).pathname
  if (isSamePage) await loadScreen(viewer, screen)
  else {
    // A menu or a dialog of the shell outlives the page; nothing of the page itself does.
    await page.keyboard.press('Escape')
    await page.evaluate(path => window.history.pushState({}, '', path), screen.path)
    await isThere(page)
  }
  await actOn(viewer, screen)
}

const harmless = [
  // A refused request is logged by the browser itself; the page is expected to handle it.
  'Failed to load resource',
  // The terminal, on a machine that does other things.
  'task queue exceeded allotted deadline',
]

function watch(viewer: Viewer): void {
  const { page, problems, host } = viewer
  page.on('websocket', channel => {
    if (new URL(channel.url()).pathname.endsWith('/events')) viewer.events = channel
  })
  page.on('console', message => {
    const isProblem = message.type() === 'error' || message.type() === 'warning'
    if (isProblem && !harmless.some(beginning => message.text().startsWith(beginning)))
      problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(String(error)))
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (protocol === 'https:' && origin !== host.panel.address && !viewer.mayAskOthers)
      problems.push(`asks ${origin} for something`)
  })
}

/** Runs in the page, before anything of its own. What a page stores itself stays as long as its visit. */
function beginVisit(cookie: string): void {
  // Frames of plugins have no storage.
  if (window.top !== window || !location.protocol.startsWith('http')) return
  const value = new RegExp(`${cookie}=([^;]*)`).exec(document.cookie)?.[1] ?? ''
  if (sessionStorage.getItem(cookie) === value) return
  const [, signed, language] = value.split('.')
  localStorage.clear()
  sessionStorage.clear()
  sessionStorage.setItem(cookie, value)
  if (signed === 'in') sessionStorage.setItem('rookery.session-token', 'pictures')
  if (language) localStorage.setItem('rookery.language', language)
}
