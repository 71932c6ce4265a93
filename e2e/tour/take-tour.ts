// Takes the pictures of docs/tour.md from a real panel with a demo community: npm run build, then node e2e/tour/take-tour.ts [names].

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { signIn } from '../api.ts'
import { launchChromium } from '../chromium.ts'
import { createHome, startRookery } from '../rookery.ts'
import { firstStops, type TourStop, tourStops } from './tour-stops.ts'
import { furnish } from './tour-world.ts'

const folder = join(import.meta.dirname, '../../docs/images')
const only = (process.argv[2] ?? '').split(',')
const credentials = { login: 'admin', password: 'a tour of the whole house' }
/** Charts are worth a look when they have some minutes to tell of. */
const chartMs = 90_000

async function picture(browser: Browser, url: string, sessionToken: string, stop: TourStop): Promise<void> {
  const context = await browser.newContext({
    viewport: stop.isPhone ? { width: 390, height: 800 } : { width: 1280, height: 800 },
    colorScheme: stop.scheme ?? 'dark',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  try {
    if (!stop.isSignedOut) {
      // Written as text: it runs in the page, and frames of plugins have no storage.
      const stored = JSON.stringify(sessionToken)
      await context.addInitScript(
        `if (window.top === window) sessionStorage.setItem('rookery.session-token', ${stored})`,
      )
    }
    const page = await context.newPage()
    await page.goto(url + stop.path)
    await page.getByText(stop.shows).first().waitFor({ timeout: 90_000 })
    await page.waitForLoadState('networkidle')
    await stop.act?.(page)
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    await page.waitForTimeout(1_000)
    await page.screenshot({ path: join(folder, `${stop.name}.png`) })
    console.log(stop.name)
  } finally {
    await context.close()
  }
}

mkdirSync(folder, { recursive: true })
const home = await createHome()
const rookery = await startRookery(home, {
  ADMIN_PASSWORD: credentials.password,
  AUTH_REQUIRE_MFA_FOR_ADMINS: 'false',
})
const browser = await launchChromium()
try {
  const api = await signIn(rookery.url, credentials)
  const isWanted = ({ name }: TourStop) => only.some(part => name.startsWith(part))
  for (const stop of firstStops.filter(isWanted)) await picture(browser, rookery.url, api.sessionToken, stop)
  const world = await furnish(rookery.url, api)
  const stops = tourStops(world).filter(isWanted)
  const hasCharts = stops.some(({ name }) => name === 'metrics' || name === 'node')
  if (hasCharts) await new Promise(resolve => setTimeout(resolve, chartMs))
  for (const stop of stops) await picture(browser, rookery.url, api.sessionToken, stop)
  world.leave()
} finally {
  await browser.close()
  await rookery.interrupt()
  await home.remove()
}
