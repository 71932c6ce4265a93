// The panel used one's own way, in a real browser: by keyboard and palette, in another language and theme, with a second machine.

import { type ChildProcess, spawn } from 'node:child_process'
import { enrollmentCommand } from '@rookery/contracts/daemon/enrollment-key.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programFile } from '../../test-services/start-program.ts'
import { missingBrowser, takePictures, type WatchedPage } from '../browser.ts'
import { pasteCommand } from '../join-command.ts'
import { createHome } from '../rookery.ts'
import { openStory, type Story } from '../story.ts'
import { waitFor } from '../wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

const tabs = [
  'Console',
  'Terminal',
  'Players',
  'RCON',
  'Files',
  'Backups',
  'Schedules',
  'Metrics',
  'Settings',
]

describe.skipIf(missingBrowser)('one’s own way', () => {
  let story: Story
  let nodeHome: Awaited<ReturnType<typeof createHome>>
  let watched: WatchedPage
  let page: Page

  beforeAll(async () => {
    nodeHome = await createHome()
    story = await openStory('own-way')
    await story.api.waitForState(await story.createArena('Wolfpack', false), 'stopped')
    watched = await story.openPage()
    ;({ page } = watched)
    await page.goto(story.url)
    await page.getByRole('link', { name: 'Servers', exact: true }).first().waitFor()
  })
  afterAll(async () => {
    await story?.close()
    await nodeHome?.remove()
  })

  const palette = () =>
    page.getByPlaceholder(/^(Find a server, page or action|Server, Seite, Aktion suchen)$/)

  /** Types into the palette and takes what comes first. */
  async function run(text: string, first: string | RegExp): Promise<void> {
    await page.keyboard.press('Control+k')
    await palette().fill(text)
    await page.getByRole('option', { name: first, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await palette().waitFor({ state: 'detached' })
  }
  const isAt = (path: string | RegExp) => page.waitForURL(url => url.pathname.match(path) !== null)
  /** Written as text: it runs in the page, which knows what a document is. */
  const inPage = (expression: string) => page.evaluate<unknown>(expression)

  test('the palette reaches pages, the tabs of a game server, people and games', async () => {
    await run('tasks', 'Tasks')
    await isAt(/^\/tasks$/)
    await run('wolf', /^Wolfpack/)
    await isAt(/^\/servers\/\d+$/)
    for (const tab of tabs) {
      await run(`${tab.toLowerCase()} of wolf`, `${tab} of Wolfpack`)
      await isAt(new RegExp(`^/servers/\\d+/${tab.toLowerCase()}$`))
    }
    await run('this mach', 'This machine')
    await isAt(/^\/nodes\/\d+$/)
    await run('arena', 'Arena')
    await isAt(/^\/templates\/\d+$/)
    await page.keyboard.press('Control+k')
    await palette().fill('wolf')
    await takePictures(page, '14-palette')
    await page.keyboard.press('Escape')
    await run('create user', 'Create user')
    await page.getByRole('dialog').getByLabel('Login', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('the palette starts and stops a game server, and its page says so to who cannot see it', async () => {
    await run('wolf', /^Wolfpack/)
    const state = page.getByRole('status').filter({ hasText: /^(Stopped|Starting|Running|Stopping)$/ })
    await state.getByText('Stopped').waitFor()
    await run('start wolf', 'Start Wolfpack')
    await state.getByText('Running').waitFor({ timeout: 90_000 })
    await run('stop wolf', 'Stop Wolfpack')
    await state.getByText('Stopped').waitFor({ timeout: 90_000 })
  })

  test('the question mark lists the keys; g and a letter jump; fields keep their letters', async () => {
    await page.goto(`${story.url}/tasks`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Search or run a command').waitFor()
    await takePictures(page, '14-keyboard')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await isAt(/^\/servers$/)
    await waitFor('the tab is named after the page', async () => (await page.title()) === 'Servers · Rookery')
    await page.keyboard.press('Control+k')
    await palette().pressSequentially('gn?')
    expect(await palette().inputValue()).toBe('gn?')
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })

    await page.keyboard.press('?')
    await help.getByRole('switch').click({ force: true })
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const key of ['?', 'g', 'n']) await page.keyboard.press(key)
    await run('keyboard', 'Keyboard shortcuts')
    await help.waitFor()
    expect(new URL(page.url()).pathname).toBe('/servers')
    await help.getByRole('switch').click({ force: true })
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
  })

  test('the first Tab offers to skip to the content; a dialog keeps the focus and gives it back', async () => {
    await page.goto(`${story.url}/people`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await waitFor('it is in sight', async () => ((await skip.boundingBox())?.y ?? -1) >= 0)
    expect(await inPage('document.activeElement.matches(":focus-visible")')).toBe(true)
    await page.keyboard.press('Enter')
    expect(await inPage('document.activeElement.id')).toBe('content')

    const opener = page.getByRole('button', { name: 'Create user' }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Login', { exact: true }).waitFor()
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press('Tab')
      expect(await inPage('document.activeElement.closest("[role=dialog]") !== null')).toBe(true)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await waitFor(
      'the focus is back',
      async () => (await inPage('document.activeElement.textContent')) === 'Create user',
    )
  })

  test('language and theme are changed, hold after a reload, and come back', async () => {
    await page.goto(`${story.url}/servers`)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Deutsch' }).click()
    await page.getByRole('link', { name: 'Aufgaben', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('link', { name: 'Aufgaben', exact: true }).waitFor()
    expect(await inPage('document.documentElement.lang')).toBe('de')
    await takePictures(page, '14-german')
    await run('english', /English/)
    await page.getByRole('link', { name: 'Tasks', exact: true }).waitFor()
    expect(await inPage('document.documentElement.lang')).toBe('en')

    const background = () => inPage('getComputedStyle(document.body).backgroundColor')
    const dark = await background()
    await run('theme: light', 'Theme: Light')
    await waitFor('it is light', async () => (await background()) !== dark)
    const light = await background()
    await page.reload()
    await page.getByRole('link', { name: 'Tasks', exact: true }).waitFor()
    expect(await background()).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await background()).toBe(light)
    await run('theme: match', 'Theme: Match system')
    await waitFor('it follows the system', async () => (await background()) === dark)
  })

  test('a network that loses every part of a page once leaves no page broken', async () => {
    const elsewhere = await story.openPage({ mayLog: /ERR_INTERNET_DISCONNECTED/ })
    await elsewhere.page.goto(story.url)
    await elsewhere.page.getByRole('link', { name: 'Servers', exact: true }).first().waitFor()
    const lost = new Set<string>()
    await elsewhere.page.route('**/assets/*', async route => {
      const address = route.request().url()
      if (lost.has(address)) return route.continue()
      lost.add(address)
      return route.abort('internetdisconnected')
    })
    await elsewhere.page.getByRole('link', { name: 'Servers', exact: true }).click()
    await elsewhere.page.getByRole('link', { name: 'Wolfpack' }).first().click()
    await elsewhere.page.getByRole('link', { name: 'Files', exact: true }).click()
    await elsewhere.page.getByRole('button', { name: 'New', exact: true }).waitFor()
    expect(lost.size).toBeGreaterThan(0)
    // It has the same login session, which is ended below.
    await elsewhere.page.context().close()
  })

  test('who wants less motion gets none', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menu').waitFor()
    const longest = await inPage(`Math.max(...[...document.querySelectorAll('*')].flatMap(element => {
      const { animationDuration, transitionDuration } = getComputedStyle(element)
      return (animationDuration + ', ' + transitionDuration).split(', ').map(Number.parseFloat)
    }))`)
    expect(longest).toBeLessThan(0.001)
    await page.keyboard.press('Escape')
  })

  test('4.4 a second machine joins with the command that the browser shows, and the browser sees it', async () => {
    const onNode = (args: string[]): ChildProcess =>
      spawn(process.execPath, [programFile('rookery'), ...args], {
        stdio: 'ignore',
        env: { PATH: process.env.PATH, DATA_DIR: nodeHome.dataDir },
      })
    await run('add node', 'Add node')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Garage')
    await dialog.getByRole('button', { name: 'Create join command' }).click()
    const command = await dialog.locator('code', { hasText: 'ROOKERY_KEY=' }).innerText()
    expect(command).toContain(`curl -fsSL -o rookery-install.sh ${story.url}/install/daemon`)
    await takePictures(page, '14-join')
    // The script itself has stories of its own, on machines that it may change.
    const key = /ROOKERY_KEY=(rk1_[\w-]+)/.exec(command)?.[1] ?? ''
    const byHand = enrollmentCommand(story.url, key)
    const joined = await pasteCommand(byHand, { dataDir: nodeHome.dataDir })
    expect(joined).toMatchObject({ code: 0 })
    const daemon = onNode(['daemon'])
    const ended = new Promise(resolve => daemon.on('exit', resolve))
    try {
      await dialog.getByText('Garage is connected.').waitFor({ timeout: 90_000 })
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('link', { name: 'Garage' }).waitFor()
      await takePictures(page, '14-nodes')
    } finally {
      daemon.kill('SIGTERM')
      await ended
    }
  })

  test('3 signing out by the palette ends it here', async () => {
    await run('sign out', 'Sign out')
    await page.getByLabel('Login').waitFor()
    await page.goto(`${story.url}/servers`)
    await page.getByLabel('Login').waitFor()
  })
})
