// Every page of the application, and its dialogs, as axe judges them in dark, light and phone width.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LookHost, missingBrowser, startLookHost } from '../look-host.ts'
import { openScreen, shapes } from '../open-screen.ts'
import type { Screen } from '../screens.ts'
import { axeFindings, type Concern } from './axe-findings.ts'
import { addressOf, checkedScreens } from './checked-screens.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

const [dark, light, phone] = shapes
const rounds = [
  [dark, 'all'],
  [light, 'colours'],
  [phone, 'all but colours'],
] as const satisfies [unknown, Concern][]

const screens = await checkedScreens()

/** Colours pass into each other when the scheme changes: what is gone a moment later was no finding. */
async function settledFindings(page: Page, concern: Concern): Promise<string[]> {
  let found = await axeFindings(page, concern)
  for (let tries = 0; found.length > 0 && tries < 3; tries += 1) {
    await page.waitForTimeout(1_000)
    found = await axeFindings(page, concern)
  }
  return found
}

describe.skipIf(missingBrowser)('accessibility', () => {
  let host: LookHost
  beforeAll(async () => {
    host = await startLookHost()
  }, 300_000)
  afterAll(() => host?.close())

  async function findings(screen: Screen): Promise<string[]> {
    const { page, problems, close } = await openScreen(host, screen, dark)
    try {
      const found: string[] = [...problems]
      for (const [shape, concern] of rounds) {
        await page.emulateMedia({ colorScheme: shape.colorScheme })
        await page.setViewportSize(shape.viewport)
        await page.evaluate(
          () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
        )
        for (const finding of await settledFindings(page, concern)) found.push(`${shape.name}: ${finding}`)
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        if (tooWide > 0) found.push(`${shape.name}: the page is ${tooWide} px too wide`)
      }
      return found
    } finally {
      await close()
    }
  }

  // Half of the time a screen waits: two at once take little more than half as long.
  test.concurrent.each(screens.map(screen => [screen.name, screen] as const))('G %s', async (_, screen) => {
    expect(await findings(screen)).toEqual([])
  })
})

/** The addresses of the routes as they are written, each below its parent. */
function routeAddresses(): string[] {
  const files = [
    'router.tsx',
    'routes/people-routes.ts',
    'routes/plugin-routes.ts',
    'routes/template-routes.ts',
  ]
  const written = /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: '([^']*)'/g
  const routes = files
    .map(name => readFileSync(new URL(`../../src/${name}`, import.meta.url), 'utf8'))
    .flatMap(text => [...text.matchAll(written)])
  const byName = new Map(routes.map(([, name, parent, path]) => [name, { parent, path }]))
  const whole = (name: string | undefined): string => {
    const route = byName.get(name)
    return route ? `${whole(route.parent)}/${route.path}`.replaceAll(/\/+/g, '/').replace(/\/$/, '') : ''
  }
  return [...byName.keys()].map(name => whole(name) || '/')
}

test('G every address of the application is among the screens', () => {
  const addresses = routeAddresses()
  expect(addresses.length).toBeGreaterThan(30)
  const isSeen = (address: string) => {
    const pattern = new RegExp(`^${address.replaceAll(/\$\w*/g, '[^/]+')}$`)
    return screens.some(({ path }) => pattern.test(addressOf(path)))
  }
  expect(addresses.filter(address => address !== '/gallery' && !isSeen(address))).toEqual([])
})
