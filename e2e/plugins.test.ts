// Plugins, told in a real browser: the tutorial followed, a public page, and parts and modules that mean harm.

import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listPlugins, readPlugin } from '@rookery/contracts/http/plugins.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofTest } from '../test-services/proof-size.ts'
import { type Api, signIn } from './api.ts'
import {
  launchBrowser,
  missingBrowser,
  openPage,
  signInPage,
  takePictures,
  type WatchedPage,
} from './browser.ts'
import { hostilePlugin, loopingPlugin } from './plugins-hostile.ts'
import { openWorkshop, type PluginWorkshop } from './plugins-packages.ts'
import { createHome, type Rookery, startRookery } from './rookery.ts'
import { waitFor } from './wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

describe.skipIf(missingBrowser)('plugins', () => {
  let home: Awaited<ReturnType<typeof createHome>>
  let rookery: Rookery
  let api: Api
  let browser: Browser
  let watched: WatchedPage
  let workshop: PluginWorkshop
  let gameServerId = 0
  const credentials = { login: 'admin', password: 'a story about plugins' }

  beforeAll(async () => {
    workshop = openWorkshop()
    home = await createHome()
    rookery = await startRookery(home, {
      ADMIN_PASSWORD: credentials.password,
      AUTH_REQUIRE_MFA_FOR_ADMINS: 'false',
    })
    api = await signIn(rookery.url, credentials)
    gameServerId = await api.createArena('Wolf & pack', false)
    browser = await launchBrowser()
    watched = await openPage(browser, { mayLog: /the server responded with a status of 422/ })
    await signInPage(watched.page, api)
    await watched.page.goto(rookery.url)
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await rookery?.interrupt()
    await home?.remove()
    workshop?.remove()
  })

  const idOf = async (name: string) =>
    (await api.call(listPlugins, {})).find(({ manifest }) => manifest.id === name)?.id ?? 0
  const stateOf = async (id: number) => (await api.call(readPlugin, { params: { id: String(id) } })).state

  async function upload(file: string): Promise<void> {
    const { page } = watched
    await page.getByRole('link', { name: 'Plugins', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Plugins', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Upload plugin' }).first().waitFor()
    await page.locator('input[type=file]').setInputFiles(file)
  }

  async function installShipped(name: string): Promise<void> {
    const { page } = watched
    await page.getByRole('link', { name: 'Plugins', exact: true }).first().click()
    await page.getByRole('button', { name: `Install: ${name}` }).click()
    await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
  }

  /** As if the file were dragged from the desktop onto the page. */
  async function drop(file: string): Promise<void> {
    const carried = await watched.page.evaluateHandle(
      ({ name, text }) => {
        // Runs in the browser, which knows these.
        const { DataTransfer, File } = globalThis as unknown as {
          DataTransfer: new () => { items: { add: (file: unknown) => void } }
          File: new (parts: string[], name: string) => unknown
        }
        const transfer = new DataTransfer()
        transfer.items.add(new File([text], name))
        return transfer
      },
      { name: basename(file), text: readFileSync(file, 'latin1') },
    )
    const place = watched.page.getByRole('heading', { name: 'Plugins', exact: true })
    await place.dispatchEvent('dragover', { dataTransfer: carried })
    await watched.page.getByText('Drop the package here').waitFor()
    await place.dispatchEvent('drop', { dataTransfer: carried })
  }

  async function switchOn(name: string): Promise<void> {
    const { page } = watched
    await page.getByRole('switch', { name: `Turn ${name} on or off` }).click({ force: true })
    await page.getByText('Running', { exact: true }).waitFor()
  }

  test('nobody has plugins at first, and the page says what they are and which come with Rookery', async () => {
    const { page, requests } = watched
    await page.getByRole('link', { name: 'Plugins', exact: true }).first().click()
    await page.getByText('Included with Rookery').waitFor()
    await page.getByText('docs/tutorials/first-plugin.md').waitFor()
    await page.getByRole('button', { name: 'Install: Status page' }).waitFor()
    await page.getByRole('button', { name: 'Install: Notifications' }).waitFor()
    // What can be installed stands there instead.
    expect(await page.getByText('No plugins yet').count()).toBe(0)
    await takePictures(page, '12-plugins-empty')
    expect(requests.filter(path => path.includes('frontend.js') || path.includes('plugin-frame'))).toEqual([])
  })

  proofTest('the tutorial: made, built, tested, uploaded, granted, switched on, seen on Home', async () => {
    const { page } = watched
    expect(await workshop.run('new', 'crash-counter')).toContain('is made')
    expect(await workshop.run('build', 'crash-counter')).toContain('crash-counter-0.1.0.zip is ready')
    expect(await workshop.run('test', 'crash-counter')).toContain('2 passed, 0 failed')
    await upload(join(workshop.folder, 'crash-counter', 'crash-counter-0.1.0.zip'))
    await page.getByText('Reason: to detect crashes').waitFor()
    await page.getByText('Waiting for 2 permissions').waitFor()
    await takePictures(page, '12-plugin-waiting')
    await page.getByLabel('Store its own data').click()
    await page.getByText('Waiting for 1 permission').waitFor()
    await page.getByRole('button', { name: 'Grant all and turn on' }).click()
    await page.getByText('Running', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    const widget = page.frameLocator('iframe[title="Crashes"]')
    await widget.getByText('0 crashes so far').waitFor()
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts')
    await takePictures(page, '12-home-widget')
  })

  proofTest('a frame wears the colors of the panel, also after they change', async () => {
    const { page } = watched
    const line = page.frameLocator('iframe[title="Crashes"]').getByText('0 crashes so far')
    // Runs in the browser, which knows these.
    const color = () =>
      line.evaluate(element => {
        const { getComputedStyle } = globalThis as unknown as {
          getComputedStyle: (of: unknown) => { color: string; fontFamily: string }
        }
        const { color, fontFamily } = getComputedStyle(element)
        return { color, fontFamily }
      })
    const dark = await color()
    expect(dark.fontFamily).toContain('Inter Variable')
    await page.emulateMedia({ colorScheme: 'light' })
    await waitFor('the frame is light', async () => (await color()).color !== dark.color)
    await page.emulateMedia({ colorScheme: 'dark' })
    await waitFor('the frame is dark', async () => (await color()).color === dark.color)
  })

  proofTest('an update that asks for more waits, and says what is new', async () => {
    const { page } = watched
    const manifestFile = join(workshop.folder, 'crash-counter', 'plugin.json')
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
    manifest.version = '0.2.0'
    manifest.permissions.push({ permission: 'users:read', reason: 'to say who was there' })
    // The tutorial has built it: another manifest needs no other module.
    const inFolder = (file: string) => readFileSync(join(workshop.folder, 'crash-counter', file))
    const frontend = inFolder('frontend.js').toString()
    const update = await workshop.pack('crash-counter', {
      manifest,
      module: inFolder('plugin.wasm'),
      frontend,
    })
    await page.goto(`${rookery.url}/plugins/${await idOf('crash-counter')}`)
    await page.getByText('Version 0.1.0').waitFor()
    await page.locator('input[type=file]').setInputFiles(update)
    await page.getByText('It needs more permissions than before: See all users: login and name').waitFor()
    await page.getByText('Waiting for permissions', { exact: true }).waitFor()
    await takePictures(page, '12-plugin-updated')
    await page.getByRole('button', { name: 'Grant all', exact: true }).click()
    await page.getByText('Running', { exact: true }).waitFor()
  })

  proofTest('T-120 what is no package is refused with a reason, with the file in it', async () => {
    const { page } = watched
    const broken = join(workshop.folder, 'broken.zip')
    writeFileSync(broken, 'this is not a zip file')
    await page.getByRole('link', { name: 'Plugins', exact: true }).first().click()
    await page.getByRole('link', { name: 'crash counter' }).waitFor()
    await drop(broken)
    await page.getByText('broken.zip wasn’t accepted').waitFor()
    await page.getByText(/Is not a zip file that can be read/).waitFor()
    const notes = join(workshop.folder, 'notes.txt')
    writeFileSync(notes, 'notes')
    await page.locator('input[type=file]').setInputFiles(notes)
    await page.getByText('A plugin package must be a .zip file.').waitFor()
    await takePictures(page, '12-plugin-refused')
    expect(await api.call(listPlugins, {})).toHaveLength(1)
  })

  test('the status page is installed from its card; it is open to everybody, lists the game server, and runs no script', async () => {
    const { page } = watched
    await installShipped('Status page')
    await page.getByRole('button', { name: 'Grant all and turn on' }).click()
    await page.getByText('Running', { exact: true }).waitFor()
    await page
      .getByLabel('Title', { exact: true })
      .fill('<script>document.title = "hacked"</script>Our games')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await takePictures(page, '12-plugin-status-page')
    const address = (await page.getByRole('link', { name: '/', exact: true }).getAttribute('href')) ?? ''
    expect(address).toBe(`${rookery.url}/api/plugins/${await idOf('status-page')}/http/`)
    const stranger = await browser.newContext()
    try {
      const open = await stranger.newPage()
      const answer = await open.goto(address)
      expect(answer?.status()).toBe(200)
      expect(answer?.headers()['content-security-policy']).toContain('sandbox')
      await open.getByText('Wolf & pack').waitFor()
      expect(await open.title()).toContain('<script>')
    } finally {
      await stranger.close()
    }
  })

  proofTest('notifications are installed from their card and are tried below their settings', async () => {
    const { page } = watched
    await installShipped('Notifications')
    await page.getByRole('button', { name: 'Grant all and turn on' }).click()
    const frame = page.frameLocator('iframe[title="Test message"]')
    await frame.getByRole('button', { name: 'Send a test message' }).click()
    await frame.getByText(/^Not sent: /).waitFor()
    await takePictures(page, '12-plugin-notifications')
  })

  proofTest(
    'a secret of a plugin is stored without being shown, and forgotten when somebody wants it',
    async () => {
      const { page } = watched
      await page.goto(`${rookery.url}/plugins/${await idOf('notifications')}`)
      await page.getByText('Not set.').waitFor()
      await page.getByRole('textbox', { name: 'Webhook address' }).fill('https://hooks.example/a-secret')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Stored.').waitFor()
      expect(await page.content()).not.toContain('a-secret')
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Will be deleted when you save.').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Not set.').waitFor()
    },
  )

  test('5.11 up to here no error and no violation', () => {
    expect(watched.problems).toEqual([])
  })

  test('T-120 a part that means harm gets nothing: no page, no session, no other address', async () => {
    const { page } = watched
    await upload(await workshop.pack('hostile', hostilePlugin))
    await page.getByRole('heading', { name: 'hostile' }).waitFor()
    await switchOn('hostile')
    await page.goto(`${rookery.url}/servers/${gameServerId}`)
    await page.getByRole('link', { name: 'thief', exact: true }).click()
    const text = await page.frameLocator('iframe[title="thief"]').locator('#got').textContent()
    const { innocent, own, cookie, ...got } = JSON.parse(text ?? '{}') as Record<string, string>
    expect(innocent).toContain('</script>')
    expect(own).toBe(true)
    expect(cookie).toMatch(/^$|^refused/)
    for (const [name, message] of Object.entries(got)) expect(message, name).toMatch(/^refused: /)
    expect(Object.keys(got)).toHaveLength(18)
    expect(page.url()).toContain(`/servers/${gameServerId}/plugin/`)
    // The plugin's own 401 has signed nobody out, and nothing ran outside of the frame.
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
    await page.reload()
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByText('Wolf & pack').first().waitFor()
    await leaveHostileParts()
  })

  /** What they were refused is in the console of the browser, where it belongs. */
  async function leaveHostileParts(): Promise<void> {
    await watched.page.goto(`${rookery.url}/plugins`)
    watched.problems.length = 0
  }

  async function isStopped(page: Page, name: string, message: string): Promise<void> {
    await page.goto(`${rookery.url}/plugins/${await idOf('hostile')}/pages/${name}`)
    await page.getByText(message).waitFor({ timeout: 90_000 })
    expect(await page.locator('iframe').count()).toBe(0)
    if (name === 'flood') await takePictures(page, '12-plugin-flood')
    await page.getByRole('link', { name: 'Servers', exact: true }).first().click()
    await page.getByText('Wolf & pack').first().waitFor()
  }

  proofTest.each([
    ['thrower', 'I do not feel like it'],
    ['runaway', 'tried to leave its frame'],
    ['flood', 'sent too many messages'],
    ['shout', 'sent too many messages'],
  ])('T-118 the part %s is stopped in words, and the page goes on', async (name, message) => {
    await isStopped(watched.page, name, message)
  })

  proofTest('T-118 the part deaf is stopped in words, and the page goes on', async () => {
    // It loops for as long as the page waits for it: here the page asks it twenty times as often.
    const impatient = await openPage(browser)
    await impatient.page.addInitScript(`if (window === window.top) {
      const usual = window.setInterval
      window.setInterval = (work, ms, ...more) => usual(work, ms === 5_000 ? 250 : ms, ...more)
    }`)
    await signInPage(impatient.page, api)
    await isStopped(impatient.page, 'deaf', 'isn’t responding')
    await impatient.page.context().close()
  })

  proofTest('T-118 a module that loops for ever is failed in words', async () => {
    const { page } = watched
    await leaveHostileParts()
    await upload(await workshop.pack('endless', loopingPlugin))
    await page.getByRole('heading', { name: 'endless' }).waitFor()
    await page.getByRole('switch', { name: 'Turn endless on or off' }).click({ force: true })
    await page.getByText('This plugin failed', { exact: true }).waitFor()
    await page.getByText('It was stopped: it didn’t answer within', { exact: false }).waitFor()
    expect(await stateOf(await idOf('endless'))).toBe('failed')
    await takePictures(page, '12-plugin-failed')
  })

  proofTest('a plugin is switched off, its widget goes; it is removed after a question', async () => {
    const { page } = watched
    await page.goto(`${rookery.url}/plugins`)
    await page.getByRole('switch', { name: 'Turn crash counter on or off' }).click({ force: true })
    await waitFor('it is off', async () => (await stateOf(await idOf('crash-counter'))) === 'off')
    await takePictures(page, '12-plugins')
    await page.getByRole('link', { name: 'crash counter' }).click()
    await page.getByRole('button', { name: 'More actions for crash counter' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('link', { name: 'hostile' }).waitFor()
    expect(await idOf('crash-counter')).toBe(0)
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await page.getByText('Wolf & pack').first().waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
  })

  test('5.11 after the parts that mean harm were gone there was no error and no violation either', () => {
    expect(watched.problems).toEqual([])
  })
})
