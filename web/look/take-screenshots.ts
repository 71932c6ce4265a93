// Takes a picture of every screen in dark, light and phone width: node web/look/take-screenshots.ts [folder] [only] [shapes].

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { build, preview } from 'vite'
import { playCaptcha } from './fake-captcha.ts'
import { checkFixtures, playPanel } from './fake-panel.ts'
import { gameScreens } from './game-screens.ts'
import { ownScreens } from './own-screens.ts'
import { peopleScreens } from './people-screens.ts'
import { playerScreens } from './player-screens.ts'
import { scheduleScreens } from './schedule-screens.ts'
import { type Screen, screens } from './screens.ts'

/** The policy that the panel serves the page under (5.11). */
const policy = [
  "default-src 'self'; base-uri 'self'; object-src 'none'; frame-ancestors 'self'; form-action 'self'",
  "script-src 'self' blob: 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:",
  "font-src 'self'; connect-src 'self'; frame-src 'self'; worker-src 'self' blob:",
].join('; ')

const shapes = [
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1360, height: 860 } },
  { name: 'light', colorScheme: 'light', viewport: { width: 1360, height: 860 } },
  { name: 'phone', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

async function look(
  browser: Browser,
  address: string,
  folder: string,
  screen: Screen,
  shape: (typeof shapes)[number],
) {
  const context = await browser.newContext({
    colorScheme: shape.colorScheme,
    viewport: shape.viewport,
    locale: 'en-GB',
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', message => {
    // A refused request is logged by the browser itself; the page is expected to handle it.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if ((message.type() === 'error' || message.type() === 'warning') && !isRefusal)
      problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(String(error)))
  if (!screen.isSignedOut) {
    await context.addInitScript(() => window.sessionStorage.setItem('rookery.session-token', 'look'))
  }
  const { language } = screen
  if (language) {
    await context.addInitScript(code => window.localStorage.setItem('rookery.language', code), language)
  }
  await playPanel(page, screen.scene ?? {})
  await playCaptcha(page, screen.scene ?? {}, policy)
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (protocol === 'https:' && origin !== address && !screen.scene?.captcha)
      problems.push(`asks ${origin} for something`)
  })
  await page.goto(address + screen.path, { waitUntil: 'load' })
  await page.locator('main, figure').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  await screen.act?.(page).catch(error => problems.push(String(error)))
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (overflow > 0) problems.push(`the page is ${overflow} px too wide`)
  await page.screenshot({ path: join(folder, `${screen.name}-${shape.name}.png`) })
  for (const problem of problems) console.error(`${screen.name} ${shape.name}: ${problem}`)
  await context.close()
}

const [folder = join(tmpdir(), 'rookery-look'), only = '', wanted = 'dark,light,phone'] =
  process.argv.slice(2)
checkFixtures()
mkdirSync(folder, { recursive: true })
const root = join(import.meta.dirname, '..')
const outDir = mkdtempSync(join(tmpdir(), 'rookery-look-build-'))
await build({ root, build: { outDir }, logLevel: 'error' })
const httpServer = await preview({
  root,
  build: { outDir },
  preview: { port: 0, host: '127.0.0.1', headers: { 'content-security-policy': policy } },
  logLevel: 'error',
})
const address = httpServer.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const screen of [
    ...ownScreens,
    ...screens,
    ...peopleScreens,
    ...playerScreens,
    ...scheduleScreens,
    ...gameScreens,
  ].filter(each => only.split(',').some(wish => each.name.startsWith(wish)))) {
    for (const shape of shapes.filter(({ name }) => wanted.includes(name)))
      await look(browser, address, folder, screen, shape)
  }
} finally {
  await browser.close()
  await httpServer.close()
  rmSync(outDir, { recursive: true })
}
