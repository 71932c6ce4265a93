// The first ten minutes: a fresh installation, a browser, the demo game running with a live console, and stopped again.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, missingBrowser, openPage, takePictures, type WatchedPage } from './browser.ts'
import { createHome, type Rookery, startRookery } from './rookery.ts'
import { waitFor } from './wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

describe.skipIf(missingBrowser)('first run', () => {
  let home: Awaited<ReturnType<typeof createHome>>
  let rookery: Rookery
  let browser: Browser
  let watched: WatchedPage

  beforeAll(async () => {
    home = await createHome()
    rookery = await startRookery(home)
    browser = await launchBrowser()
    // A wrong password, and a panel that is away, are part of the story.
    watched = await openPage(browser, {
      mayLog: /status of 401|ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE|WebSocket connection/,
    })
  })
  afterAll(async () => {
    await browser?.close()
    await rookery?.interrupt()
    await home?.remove()
  })

  test('1 sign in, pick the demo game, watch it install and start, talk to its console, stop it', async () => {
    const { page } = watched
    await page.goto(rookery.url)
    await page.getByLabel('Login').fill(rookery.administrator?.login ?? '')
    await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Wrong login or password.').waitFor()
    await takePictures(page, '1-sign-in')

    await page.getByRole('textbox', { name: 'Password' }).fill(rookery.administrator?.password ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Pick a game' }).waitFor()
    // The reminder of 5.5 is there and covers nothing: the game can be picked at once.
    await page.getByRole('button', { name: 'Remind me later' }).waitFor()
    await takePictures(page, '2-pick-a-game')

    await page.getByRole('button', { name: /Arena/ }).first().click()
    await page.getByText('Running', { exact: true }).first().waitFor({ timeout: 180_000 })
    await page.getByText('It’s running. Join at').waitFor()
    await page.getByRole('img', { name: /^QR code for .*:27\d{3}$/ }).waitFor()
    await page.getByRole('button', { name: 'Copy address' }).last().click()
    await waitFor('the address is copied', async () =>
      /:27\d{3}$/.test(await page.evaluate<string>('navigator.clipboard.readText()')),
    )
    for (const step of ['Invite a friend', 'Protect your account', 'Schedule a restart']) {
      await page.getByRole('link', { name: new RegExp(step) }).waitFor()
    }
    expect(await page.getByRole('button', { name: 'Remind me later' }).count()).toBe(0)
    await takePictures(page, '3-overview')

    await page
      .getByRole('tab', { name: 'Console' })
      .or(page.getByRole('link', { name: 'Console' }))
      .first()
      .click()
    await page.locator('.xterm-rows').getByText('Arena is ready').waitFor()
    const commandLine = page.getByPlaceholder(/command/i)
    await commandLine.fill('say hello from the browser')
    await commandLine.press('Enter')
    await page.locator('.xterm-rows').getByText('hello from the browser').first().waitFor()
    await commandLine.fill('players')
    await commandLine.press('Enter')
    await page.locator('.xterm-rows').getByText('Players (0/16)').waitFor()
    await takePictures(page, '4-console')

    await page.getByRole('button', { name: /^Stop/ }).first().click()
    await page.getByText('Stopped', { exact: true }).first().waitFor()
    await takePictures(page, '5-stopped')
  })

  test('1 home, servers, nodes and tasks show what there is', async () => {
    const { page } = watched
    for (const [name, text] of [
      ['Home', 'This machine'],
      ['Servers', /:27\d{3}/],
      ['Nodes', 'This machine'],
      ['Tasks', 'install'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).first().click()
      await page.getByText(text).first().waitFor()
      await takePictures(page, `6-${name.toLowerCase()}`)
    }
  })

  test('6.1 when the panel goes away the page says so calmly, and is live again by itself', async () => {
    const { page } = watched
    await page.getByRole('link', { name: 'Servers', exact: true }).first().click()
    await page.getByText('Live', { exact: true }).waitFor()
    await rookery.interrupt()
    await page.getByText('Connecting', { exact: true }).waitFor()
    await page.getByText('Reconnecting. What you see may be slightly out of date.').waitFor()
    rookery = await startRookery(home)
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 90_000 })
  })

  test('6.1 a line that falls silent without an end is given up, and another one is opened', async () => {
    const tab = await watched.page.context().newPage()
    tab.setDefaultTimeout(60_000)
    // The page asks every 25 s and waits 10 s for an answer: here both are a tenth of it.
    await tab.addInitScript(`{
      const { setInterval, setTimeout } = window
      window.setInterval = (work, ms, ...more) => setInterval(work, ms === 25_000 ? 2_500 : ms, ...more)
      window.setTimeout = (work, ms, ...more) => setTimeout(work, ms === 10_000 ? 1_000 : ms, ...more)
    }`)
    let opened = 0
    let isSilent = false
    await tab.routeWebSocket(/\/events/, line => {
      opened += 1
      const panel = line.connectToServer()
      line.onMessage(message => isSilent || panel.send(message))
      panel.onMessage(message => isSilent || line.send(message))
    })
    await tab.goto(`${rookery.url}/servers`)
    await tab.getByText('Live', { exact: true }).waitFor()
    const before = opened
    isSilent = true
    await waitFor('another line is opened', () => opened > before)
    isSilent = false
    await tab.getByText('Live', { exact: true }).waitFor()
    await tab.close()
  })

  test('1 (C007) the interface uses the API and nothing else, without an error or a violation', () => {
    const changing = watched.requests.filter(request => !request.startsWith('GET '))
    expect(changing.length).toBeGreaterThan(3)
    expect(changing.filter(request => !/^(POST|PUT|DELETE) \/api\/|^WS \/api\/ws\//.test(request))).toEqual(
      [],
    )
    expect(watched.problems).toEqual([])
  })
})
