// What stands in the place of pages and dialogs while their code or an answer is late, of the interface as it is shipped.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { missingBrowser } from '../../../test-services/chromium.ts'
import { openScreen, openViewer, shapes, type Viewer, wear } from '../open-screen.ts'
import { type PictureHost, startShippedHost } from '../picture-host.ts'
import { allScreens } from '../screens/all-screens.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

const [dark, , phone] = shapes

/** Keeps what is asked for from arriving; gives the way to let it go. */
async function hold(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** In sight, not only in the page. */
async function seen(page: Page, selector: string): Promise<void> {
  const found = page.locator(selector).first()
  await found.waitFor()
  await expect.poll(() => found.evaluate(element => getComputedStyle(element).opacity)).toBe('1')
}

describe.skipIf(missingBrowser)('while something is late', () => {
  let host: PictureHost
  let viewer: Viewer
  beforeAll(async () => {
    host = await startShippedHost()
    viewer = await openViewer(host, { doesTimePass: true })
  }, 300_000)
  afterAll(async () => {
    await viewer?.close()
    await host?.close()
  })
  afterEach(() => viewer.page.unrouteAll({ behavior: 'ignoreErrors' }))

  /** A visit of its own, then the address with whatever is held by then. */
  async function visit(path: string, name: string, ...held: RegExp[]): Promise<(() => void)[]> {
    const screen = (await allScreens()).find(each => each.name === name)
    if (!screen) throw new Error(`there is no screen ${name}`)
    await openScreen(viewer, { ...screen, act: undefined }, dark)
    const holds = await Promise.all(held.map(address => hold(viewer.page, address)))
    await viewer.page.goto(host.panel.address + path, { waitUntil: 'commit' })
    return holds
  }

  test('a page shows the shape of what comes until its answer is there', async () => {
    const { page } = viewer
    const [release] = await visit('/servers/1', 'tasks', /\/api\/servers\/1$/)
    await seen(page, '#content [aria-busy="true"]')
    release?.()
    await page.getByRole('heading', { name: 'Wolfpack survival' }).waitFor()
    expect(await page.locator('header [aria-busy="true"]').count()).toBe(0)
  })

  test('a page shows the shape of what comes until its code is there', async () => {
    const { page } = viewer
    await visit('/tasks', 'tasks')
    await page.getByRole('heading', { name: 'Tasks' }).waitFor()
    const release = await hold(page, /assets\/nodes-page-/)
    await page.getByRole('link', { name: 'Nodes', exact: true }).click()
    await seen(page, '#content [aria-busy="true"]')
    expect(await page.getByRole('heading', { name: 'Tasks' }).count()).toBe(0)
    release()
    await page.getByRole('heading', { name: 'Nodes' }).waitFor()
  })

  test.each([
    ['/servers/999', 'There is no server 999'],
    ['/people/users/999', 'There is no user 999'],
    ['/nowhere', 'Page not found'],
  ])('%s is no blank page before it says what is missing', async (path, title) => {
    const { page } = viewer
    const [release] = await visit(path, 'tasks', /assets\/missing-state-/)
    await seen(page, '#content [aria-busy="true"]')
    release?.()
    await page.getByRole('heading', { name: title }).waitFor()
  })

  test('the card of enrolling is not empty before its form comes', async () => {
    const { page } = viewer
    const [release] = await visit('/sign-in', 'enrollment', /assets\/enrollment-page-/)
    await page.getByLabel('Login').fill('mara')
    await page.getByRole('textbox', { name: 'Password' }).fill('secret words')
    await page.keyboard.press('Enter')
    await seen(page, 'main [aria-busy="true"]')
    release?.()
    await page.getByRole('heading', { name: 'Protect your account to continue' }).waitFor()
  })

  test('the form of signing in has room for the CAPTCHA before it is there', async () => {
    const { page } = viewer
    const [release] = await visit('/sign-in', 'sign-in-captcha', /assets\/captcha-page-/)
    const button = page.getByRole('button', { name: 'Sign in' })
    await button.waitFor()
    const before = await button.boundingBox()
    release?.()
    await page.locator('[data-provider][data-status="ready"]').waitFor()
    expect(await button.boundingBox()).toEqual(before)
  })

  test('a dialog has its place at once, and the pressed button turns while it asks', async () => {
    const { page } = viewer
    const holds = await visit('/servers/1', 'tasks', /assets\/kill-dialog-/, /\/api\/servers\/1\/power$/)
    const [releaseDialog, releasePlayers] = holds
    await page.getByRole('button', { name: 'Kill', exact: true }).click()
    await seen(page, 'body > div:has(> div > [aria-busy="true"])')
    releaseDialog?.()
    await page.getByRole('dialog', { name: 'Kill Wolfpack survival?' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.locator('button[data-loading]', { hasText: 'Stop' }).waitFor()
    releasePlayers?.()
    await page.getByRole('dialog', { name: 'Stop Wolfpack survival?' }).waitFor()
  })

  test('on a phone a line with state, name and the main action stays of the head of a server', async () => {
    const { page } = viewer
    await visit('/servers/1', 'tasks')
    await wear(page, phone)
    await page.getByRole('heading', { name: 'Recent activity' }).waitFor()
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    await expect.poll(() => stop.count()).toBe(1)
    await page.evaluate(() => window.scrollTo({ top: 500 }))
    const line = page.locator('main header').getByRole('button', { name: 'Wolfpack survival', exact: true })
    await line.waitFor()
    await expect.poll(async () => (await stop.first().boundingBox())?.y ?? 0).toBeGreaterThan(50)
    await line.click()
    await expect.poll(() => stop.count()).toBe(1)
  })
})
