// Last night's crash, found in the morning: a node that has stored a day, a chart of 24 hours, one click.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { readGameServerMetricsHistory } from '@rookery/contracts/http/metrics.ts'
import { gameServerColumns } from '@rookery/contracts/metric-history.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHistoryStore } from '../../daemon/src/features/metrics/history/history-store.ts'
import { type Api, signIn } from '../api.ts'
import {
  launchBrowser,
  missingBrowser,
  openPage,
  signInPage,
  takePictures,
  type WatchedPage,
} from '../browser.ts'
import { createHome, type Rookery, startRookery } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

describe.skipIf(missingBrowser)('metrics history in the browser', () => {
  let home: Awaited<ReturnType<typeof createHome>>
  let rookery: Rookery
  let api: Api
  let browser: Browser
  let watched: WatchedPage
  let page: Page
  let gameServerId = 0
  const variables = { ADMIN_PASSWORD: 'the morning after', AUTH_REQUIRE_MFA_FOR_ADMINS: 'false' }
  const crashedAt = Math.floor(Date.now() / 60_000) * 60 - 8 * 3600

  beforeAll(async () => {
    home = await createHome()
    rookery = await startRookery(home, variables)
    api = await signIn(rookery.url, { login: 'admin', password: variables.ADMIN_PASSWORD })
    gameServerId = await api.createArena('Night shift')
    await api.waitForState(gameServerId, 'running')
    const { uuid } = await api.call(readGameServer, { params: { server: String(gameServerId) } })
    // The game runs on; what the node has stored is put where the node itself puts it.
    await rookery.interrupt()
    seed(uuid)
    rookery = await startRookery(home, variables)
    api = await signIn(rookery.url, { login: 'admin', password: variables.ADMIN_PASSWORD })
    browser = await launchBrowser()
    watched = await openPage(browser)
    page = watched.page
    await signInPage(page, api)
  })
  afterAll(async () => {
    await browser?.close()
    await rookery?.interrupt()
    await home?.remove()
  })

  /** A day, minute by minute: a load that rises, a crash, twenty minutes of nothing, and on. */
  function seed(uuid: string): void {
    const store = openHistoryStore(join(home.dataDir, 'daemon', 'metrics-history.sqlite'))
    const first = crashedAt - 14 * 3600
    const last = Math.floor(Date.now() / 60_000) * 60 - 120
    const valuesAt = (at: number) =>
      gameServerColumns.map(({ of, figure, unit }) => {
        if (of === 'panel_server_up') return 1
        if (of === 'players') return 4
        if (of === 'panel_server_memory_usage_bytes') return 5e8 + (at - first) * 5_000
        if (unit === 'bytes') return at - first
        return (figure === 'most' ? 60 : 30) + (at % 1200) / 100
      })
    const moments = new Map<number, Map<string, readonly number[]>>()
    for (let at = first; at <= last; at += 60) {
      if (at >= crashedAt && at < crashedAt + 1200) continue
      moments.set(at, new Map([[uuid, valuesAt(at)]]))
    }
    store.append(60, moments)
    store.append(600, new Map([...moments].filter(([at]) => at % 600 === 0)))
    const detail = 'it ended with exit code 139 (SIGSEGV)'
    store.addMark(uuid, { atMs: crashedAt * 1000, kind: 'crash', detail })
    store.addMark(uuid, { atMs: (crashedAt + 1200) * 1000, kind: 'start', detail: '' })
    store.close()
  }

  test('8.5 a first run stores a history: it is written into the daemon.yaml that it creates', () => {
    const file = readFileSync(join(home.dataDir, 'daemon', 'daemon.yaml'), 'utf8')
    expect(file).toMatch(/metrics:\n +history: true/)
  })

  test("last night's crash is found in a chart of 24 hours, by one click", async () => {
    await page.goto(`${rookery.url}/servers/${gameServerId}/metrics`)
    const day = page.getByRole('button', { name: '24 hours', exact: true })
    await day.waitFor()
    // A month is not offered: nothing is that old.
    expect(await page.getByRole('button', { name: '30 days', exact: true }).count()).toBe(0)
    await day.click()
    await page.getByText('One point per minute').waitFor()
    const flag = page
      .getByRole('figure')
      .filter({ hasText: 'CPU' })
      .getByRole('button', { name: /Crashed/ })
    await flag.waitFor()
    await flag.click()
    const said = page.getByRole('dialog').filter({ hasText: 'exit code 139' })
    await said.waitFor()
    await takePictures(page, '21-metrics-crash')
    await said.getByRole('link', { name: 'Open console' }).click()
    await page.waitForURL(`**/servers/${gameServerId}/console`)
  })

  test('players and what happened stand beside it, and the gap is a gap', async () => {
    await page.goto(`${rookery.url}/servers/${gameServerId}/metrics`)
    await page.getByRole('button', { name: '24 hours', exact: true }).click()
    await page.getByRole('slider', { name: 'Players', exact: true }).waitFor()
    await page.getByRole('heading', { name: 'What happened' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'exit code 139' }).first().waitFor()
    const params = { server: String(gameServerId) }
    const query = { from: crashedAt - 600, to: crashedAt + 1800, step: 60 }
    await waitFor('the panel answers the same', async () => {
      const { samples } = await api.call(readGameServerMetricsHistory, { params, query })
      const up = samples.find(({ name }) => name === 'panel_server_up')?.points.map(([at]) => at - crashedAt)
      return up?.length === 20 && up.every(at => at < 0 || at >= 1200)
    })
  })

  test('the list of nodes shows what each one uses', async () => {
    await page.goto(`${rookery.url}/nodes`)
    const row = page.getByRole('row').nth(1)
    await row
      .getByText(/\d\s?%/)
      .first()
      .waitFor()
    for (const column of ['CPU', 'Memory', 'Disk'])
      await page.getByRole('columnheader', { name: column, exact: true }).waitFor()
    await takePictures(page, '21-nodes')
  })

  test('5.11 no error and no violation on the way', () => {
    expect(watched.problems).toEqual([])
  })
})
