// Nodes, metrics and the terminal, told in a real browser: charts that fill up, a node looked after, a game typed into.

import { listNodes } from '@rookery/contracts/http/nodes.ts'
import type { Browser } from 'playwright-core'
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
import { borrowPackedDaemon } from '../install-node/packed-daemon.ts'
import { createHome, type Rookery, startRookery } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

describe.skipIf(missingBrowser)('nodes and metrics', () => {
  let home: Awaited<ReturnType<typeof createHome>>
  let rookery: Rookery
  let api: Api
  let browser: Browser
  let watched: WatchedPage
  let gameServerId = 0
  const password = 'a story about machines'

  beforeAll(async () => {
    home = await createHome()
    borrowPackedDaemon(home.dataDir)
    rookery = await startRookery(home, { ADMIN_PASSWORD: password, AUTH_REQUIRE_MFA_FOR_ADMINS: 'false' })
    api = await signIn(rookery.url, { login: 'admin', password })
    gameServerId = await api.createArena('Wolfpack')
    await api.waitForState(gameServerId, 'running')
    browser = await launchBrowser()
    watched = await openPage(browser)
    await signInPage(watched.page, api)
  })
  afterAll(async () => {
    await browser?.close()
    await rookery?.interrupt()
    await home?.remove()
  })

  const chart = (title: string) => watched.page.getByRole('figure').filter({ hasText: title })

  test('6.3 the charts of a game server fill up, and what is not measured is said with a reason', async () => {
    const { page, requests } = watched
    await page.goto(`${rookery.url}/servers/${gameServerId}`)
    await page.getByRole('link', { name: 'Metrics', exact: true }).click()
    await chart('Memory')
      .getByRole('button', { name: /^Used .+MiB$/ })
      .waitFor()
    await chart('Processes').locator('canvas').waitFor()
    await chart('Network').getByText('Not available', { exact: false }).waitFor()
    expect(await chart('Network').locator('canvas').count()).toBe(0)
    expect(requests).toContain(`WS /api/ws/servers/${gameServerId}/metrics`)
    await chart('Memory').locator('.u-over').hover()
    await chart('Processes').locator('time').waitFor()
    await takePictures(page, '10-metrics')
  })

  test('6.3 the list shows what a game server uses', async () => {
    const { page } = watched
    await page.getByRole('link', { name: 'Servers', exact: true }).first().click()
    const row = page.getByRole('row').filter({ hasText: 'Wolfpack' })
    await row.getByText('MiB').waitFor()
    await takePictures(page, '10-usage')
  })

  test('6.2 a person types into the terminal of the game, detaches, and the game goes on', async () => {
    const { page } = watched
    await page.goto(`${rookery.url}/servers/${gameServerId}/terminal`)
    await page.getByRole('button', { name: 'Detach' }).waitFor()
    await page.locator('.xterm').click()
    await page.keyboard.type('say hello from the terminal')
    await page.keyboard.press('Enter')
    const visible = () => page.locator('.xterm-rows').innerText()
    await waitFor('the echo and the answer are there', async () => {
      const text = (await visible()).replaceAll('\u00a0', ' ')
      return text.split('hello from the terminal').length > 2
    })
    await takePictures(page, '10-terminal')
    await page.getByRole('button', { name: 'Detach' }).click()
    await page.getByText('You’re detached').waitFor()
    await api.waitForState(gameServerId, 'running')
  })

  test('3 a game is paused and resumed, and the terminal of a stopped one says so', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await api.waitForState(gameServerId, 'running')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('The game isn’t running', { exact: false }).waitFor()
  })

  test('4.4 the page of a node: facts, charts, ports, log, a new name, a new join command', async () => {
    const { page } = watched
    await page.getByRole('link', { name: 'Nodes', exact: true }).click()
    await page.getByRole('link', { name: 'This machine' }).click()
    await chart('CPU').locator('canvas').waitFor()
    await chart('Disk space').getByText('GiB', { exact: false }).first().waitFor()
    await page.getByText('the daemon is running', { exact: false }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Wolfpack' }).getByText('game', { exact: true }).waitFor()
    await page.getByText('It still has 1 game server.', { exact: false }).waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Basement')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Basement' }).waitFor()
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Create join command' }).click()
    await page.getByText('ROOKERY_KEY=rk1_', { exact: false }).first().waitFor()
    await takePictures(page, '10-node')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('4.4 a node that is switched off is away until it is switched on', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Disable', exact: true }).click()
    await page.getByRole('button', { name: 'Disable node' }).click()
    await page.getByText('Disabled', { exact: true }).first().waitFor()
    await takePictures(page, '10-node-off')
    await page.getByRole('button', { name: 'Enable' }).click()
    await waitFor('it is back', async () => (await api.call(listNodes, {}))[0]?.online === true)
    await page.getByText('Online', { exact: true }).waitFor()
  })

  test('5.11 no error and no violation on the way', () => {
    expect(watched.problems).toEqual([])
  })
})
