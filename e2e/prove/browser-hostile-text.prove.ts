// T-075: text with markup, stored everywhere through the API, is shown as text on every page and never runs.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, signIn } from '../api.ts'
import {
  launchBrowser,
  missingBrowser,
  openPage,
  signInPage,
  takePictures,
  type WatchedPage,
} from '../browser.ts'
import { flat, type HostileWorld, markup, storeHostileText } from '../hostile-text/hostile-world.ts'
import { createHome, type Rookery, startRookery } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

/** Whatever sets the variable has run; the fact outlives the page. */
const tripwire = `Object.defineProperty(globalThis, 'tripped', {
  set() { globalThis.hasTripped = true },
  get() { return undefined },
})`
const hasTripped = (page: Page) => page.evaluate(() => 'hasTripped' in globalThis)

describe.skipIf(missingBrowser)('hostile text', () => {
  let home: Awaited<ReturnType<typeof createHome>>
  let rookery: Rookery
  let api: Api
  let world: HostileWorld
  let browser: Browser
  let watched: WatchedPage
  const credentials = { login: 'admin', password: 'a story about markup' }

  beforeAll(async () => {
    home = await createHome()
    rookery = await startRookery(home, {
      ADMIN_PASSWORD: credentials.password,
      AUTH_REQUIRE_MFA_FOR_ADMINS: 'false',
    })
    api = await signIn(rookery.url, credentials)
    world = await storeHostileText(rookery.url, api)
    // Kept with the sign-in, wherever that is shown.
    await fetch(`${rookery.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': markup },
      body: JSON.stringify(credentials),
    })
    browser = await launchBrowser()
    watched = await openPage(browser)
    await watched.page.context().addInitScript(tripwire)
    watched.page.on('dialog', dialog => {
      watched.problems.push(`a dialog of the browser: ${dialog.message()}`)
      void dialog.dismiss()
    })
    await signInPage(watched.page, api)
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await rookery?.interrupt()
    await home?.remove()
  })

  test('T-075 the tripwire works: where markup is taken as markup, it trips', async () => {
    const context = await browser.newContext()
    try {
      await context.addInitScript(tripwire)
      const page = await context.newPage()
      await page.goto('about:blank')
      await page.setContent(`<p>${markup}</p>`)
      await waitFor('it has run', () => hasTripped(page))
    } finally {
      await context.close()
    }
  })

  /** Goes to an address, waits until its page shows the words as they are, and looks at the wire. */
  async function visit(path: string, shows = flat): Promise<void> {
    const { page } = watched
    // By the router, over a page that shows nothing of it: the words are those of the new page, and nothing is loaded twice.
    if (page.url() === 'about:blank') await page.goto(`${rookery.url}/nowhere`)
    else await goTo('/nowhere')
    await page.getByText('Page not found').waitFor()
    await goTo(path)
    await waitFor(`${path} shows ${shows}`, async () => {
      const main = page.getByRole('main')
      return (await main.count()) > 0 && (await main.innerText()).includes(shows)
    })
    await isCalm(path)
  }
  const goTo = (path: string) =>
    watched.page.evaluate(`window.history.pushState({}, '', ${JSON.stringify(path)})`)

  /** What trips later is found by the next look: nothing is forgotten on the way. */
  async function isCalm(where: string): Promise<void> {
    const { page, problems, requests } = watched
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
    expect(await hasTripped(page), where).toBe(false)
    expect(problems, where).toEqual([])
    expect(
      requests.filter(request => /\/x$/.test(request)),
      where,
    ).toEqual([])
  }

  test('T-075 lists and single things show it as text', async () => {
    const { nodeId, templateId, installTaskId, userId, roleId } = world
    await visit('/')
    await takePictures(watched.page, '13-hostile-home')
    await visit('/servers')
    await takePictures(watched.page, '13-hostile-servers')
    const paths = [
      `/nodes/${nodeId}`,
      `/templates/${templateId}`,
      `/people/users/${userId}`,
      '/nodes',
      '/templates',
      `/servers/new?template=${templateId}`,
      '/tasks',
      `/tasks/${installTaskId}`,
      '/people',
      `/people/users/${userId}/servers`,
      `/people/users/${userId}/panel`,
      `/people/users/${userId}/preview`,
      '/people/roles',
      `/people/roles/${roleId}`,
      '/profile/tokens',
      '/profile/sftp',
    ]
    for (const path of paths) await visit(path)
  }, 600_000)

  test('T-075 forms show it as text', async () => {
    await visit(`/templates/${world.templateId}/edit`, 'Save template')
    await visit('/profile', 'About you')
  }, 600_000)

  test('T-075 every tab of a game server shows it as text', async () => {
    const server = `/servers/${world.gameServerId}`
    const folder = encodeURIComponent(`folder ${flat}`)
    const tabs = [
      server,
      `${server}/files`,
      `${server}/schedules`,
      `${server}/terminal`,
      `${server}/players`,
      `${server}/rcon`,
      `${server}/files?path=${folder}`,
      `${server}/files?search=true&content=tripped`,
      `${server}/files/file?path=${encodeURIComponent(`${flat}.txt`)}`,
      `${server}/metrics`,
      `${server}/settings`,
    ]
    for (const path of tabs) await visit(path)
    const { page } = watched
    await page.getByRole('link', { name: 'Players', exact: true }).click()
    await page.getByRole('row', { name: flat }).waitFor()
    await takePictures(page, '13-hostile-player')
  }, 600_000)

  test('T-075 the console prints it, and sends it, as text', async () => {
    const { page } = watched
    await visit(`/servers/${world.gameServerId}/console`)
    const line = page.getByPlaceholder(/command/i)
    await line.fill(`say ${markup}`)
    await line.press('Enter')
    const visible = async () => (await page.locator('.xterm-rows').innerText()).replaceAll('\u00a0', ' ')
    await waitFor('the game has said it', async () =>
      (await visible()).includes('<script>tripped=1</script>'),
    )
    await isCalm('console')
    await takePictures(page, '13-hostile-console')
  })

  test('T-075 a crash, with its last lines and its cause, shows it as text', async () => {
    const { page } = watched
    await visit(`/servers/${world.crashedId}`)
    await page.getByText(`Cause ${markup}`).first().waitFor()
    await isCalm('crash')
    await takePictures(page, '13-hostile-crash')
  })

  test('T-075 plugins: their words, their places and their parts show it as text', async () => {
    const { page } = watched
    const { pluginId, gameServerId } = world
    await visit('/plugins')
    await visit(`/plugins/${pluginId}`)
    for (const path of [
      `/plugins/${pluginId}/pages/place`,
      `/servers/${gameServerId}/plugin/${pluginId}/tab`,
      '/',
    ]) {
      await visit(path)
      await page.frameLocator('iframe').first().getByText('tripped=1').first().waitFor()
      await isCalm(path)
    }
  })

  test('T-075 dialogs, menus and the palette show it as text', async () => {
    const { page } = watched
    await visit(`/servers/${world.gameServerId}`)
    await page.getByRole('button', { name: /^More actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByText(flat).first().waitFor()
    await isCalm('delete')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menu').getByText(flat).first().waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Find a server, page or action').fill('tripped')
    await page.getByRole('option').filter({ hasText: flat }).first().waitFor()
    await isCalm('palette')
    await takePictures(page, '13-hostile-palette')
  })

  test('T-075 a page that is loaded anew is calm too, and nothing has tripped since', async () => {
    await isCalm('all pages before')
    await watched.page.goto(`${rookery.url}/servers/${world.gameServerId}`)
    await watched.page.getByRole('heading', { name: flat }).first().waitFor()
    await isCalm('loaded anew')
  })
})
