// Takes a picture of every screen in dark, light and phone width: node web/look/take-screenshots.ts [folder] [only].

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build, preview } from 'vite'
import { checkFixtures, playPanel, type Scene } from './fake-panel.ts'

/** The policy that the panel serves the page under (5.11). */
const policy = [
  "default-src 'self'; base-uri 'self'; object-src 'none'; frame-ancestors 'self'; form-action 'self'",
  "script-src 'self' blob: 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:",
  "font-src 'self'; connect-src 'self'; frame-src 'self'; worker-src 'self' blob:",
].join('; ')

interface Screen {
  name: string
  path: string
  scene?: Scene
  isSignedOut?: boolean
  language?: string
  act?: (page: Page) => Promise<void>
}

const refusedLogin = {
  status: 429,
  headers: { 'retry-after': '900' },
  body: { status: 'error', code: 'too_many_attempts', message: 'too many', http_code: 429, request_id: 'r' },
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Login').fill('mara')
  await page.getByRole('textbox', { name: 'Password' }).fill('secret words')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(300)
}

const screens: Screen[] = [
  { name: 'sign-in', path: '/sign-in', isSignedOut: true },
  { name: 'sign-in-429', path: '/servers', isSignedOut: true, scene: { login: refusedLogin }, act: signIn },
  {
    name: 'sign-in-code',
    path: '/sign-in',
    isSignedOut: true,
    scene: {
      login: { status: 200, body: { two_factor_required: true, challenge_token: 'g2fa_x', expires_in: 300 } },
    },
    act: signIn,
  },
  { name: 'home', path: '/' },
  { name: 'home-first-run', path: '/', scene: { isFirstRun: true } },
  { name: 'servers', path: '/servers' },
  { name: 'servers-plain-user', path: '/servers', scene: { isPlainUser: true, isReadOnly: true } },
  { name: 'servers-empty', path: '/servers', scene: { isFirstRun: true } },
  { name: 'new-server', path: '/servers?new=true' },
  { name: 'server-running', path: '/servers/1' },
  { name: 'server-installing', path: '/servers/13' },
  { name: 'server-crashed', path: '/servers/3' },
  { name: 'server-away', path: '/servers/11' },
  {
    name: 'server-kill',
    path: '/servers/1',
    act: async page => {
      await page.getByRole('button', { name: 'Kill' }).click()
      await page.waitForTimeout(250)
    },
  },
  { name: 'console', path: '/servers/1/console' },
  {
    name: 'console-scrolled',
    path: '/servers/1/console',
    act: async page => {
      const line = page.getByLabel('Type a command')
      await line.fill('flood')
      await line.press('Enter')
      await page.waitForTimeout(500)
      await page.mouse.move(300, 400)
      await page.mouse.wheel(0, -600)
      await page.waitForTimeout(300)
      await line.fill('say hi')
      await line.press('Enter')
      await page.getByLabel('Search in the output').fill('line')
      await page.waitForTimeout(500)
    },
  },
  { name: 'console-stopped', path: '/servers/4/console', scene: { isReadOnly: true } },
  { name: 'nodes', path: '/nodes' },
  {
    name: 'add-node',
    path: '/nodes?add=true',
    act: async page => {
      await page.getByLabel('Name').fill('garage')
      await page.getByRole('button', { name: 'Make join command' }).click()
      await page.waitForTimeout(400)
    },
  },
  { name: 'tasks', path: '/tasks' },
  { name: 'task', path: '/tasks/412' },
  {
    name: 'palette',
    path: '/',
    act: async page => {
      await page.keyboard.press('Control+k')
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'menu',
    path: '/',
    act: async page => {
      await page.getByLabel('Your account').click()
      await page.waitForTimeout(250)
    },
  },
  { name: 'reconnecting', path: '/', scene: { isOffline: true }, act: page => page.waitForTimeout(2500) },
  { name: 'not-found', path: '/nowhere' },
  { name: 'console-away', path: '/servers/11/console' },
  { name: 'german', path: '/servers', language: 'de' },
  { name: 'german-server', path: '/servers/3', language: 'de' },
  {
    name: 'refused',
    path: '/servers/1',
    act: async page => {
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.waitForTimeout(400)
    },
  },
]

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
  await page.goto(address + screen.path, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  await screen.act?.(page).catch(error => problems.push(String(error)))
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (overflow > 0) problems.push(`the page is ${overflow} px too wide`)
  await page.screenshot({ path: join(folder, `${screen.name}-${shape.name}.png`) })
  for (const problem of problems) console.error(`${screen.name} ${shape.name}: ${problem}`)
  await context.close()
}

const [folder = join(tmpdir(), 'rookery-look'), only = ''] = process.argv.slice(2)
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
  for (const screen of screens.filter(each => only.split(',').some(wish => each.name.startsWith(wish)))) {
    for (const shape of shapes) await look(browser, address, folder, screen, shape)
  }
} finally {
  await browser.close()
  await httpServer.close()
  rmSync(outDir, { recursive: true })
}
