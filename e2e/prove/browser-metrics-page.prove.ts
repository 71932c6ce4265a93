// The metrics page and the strip above the console, told in a real browser: cursor, zoom, live points, lines of a second.

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingBrowser, takePictures, type WatchedPage } from '../browser.ts'
import { openStory, type Story } from '../story.ts'
import { waitFor } from '../wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

describe.skipIf(missingBrowser)('metrics page', () => {
  let story: Story
  let watched: WatchedPage
  let page: Page
  let gameServerId = 0

  beforeAll(async () => {
    story = await openStory('metrics')
    gameServerId = await story.createArena('Curves')
    await story.api.waitForState(gameServerId, 'running')
    watched = await story.openPage()
    page = watched.page
  })
  afterAll(() => story?.close())

  const slider = (name: string) => page.getByRole('slider', { name, exact: true })
  const figure = (title: string) => page.getByRole('figure').filter({ hasText: title })
  const attribute = async (name: string, of: string) => Number(await slider(name).getAttribute(of))
  const newest = (name: string) => attribute(name, 'aria-valuemax')

  async function placeIn(name: string, share: number): Promise<{ x: number; y: number }> {
    await slider(name).scrollIntoViewIfNeeded()
    const box = await slider(name).locator('.u-over').boundingBox()
    if (!box) throw new Error(`${name} is not drawn`)
    return { x: box.x + box.width * share, y: box.y + box.height / 2 }
  }

  test('6.2 history comes first, then live points are added without reloading', async () => {
    await page.goto(`${story.url}/servers/${gameServerId}/metrics`)
    await slider('CPU').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const before = await newest('CPU')
    await waitFor('two more points have come', async () => (await newest('CPU')) >= before + 10)
  })

  test('6.3 the figures stay under the name on every tab, with the last minute drawn beside them', async () => {
    for (const tab of ['Overview', 'Files', 'Metrics']) {
      await page.getByRole('link', { name: tab, exact: true }).click()
      const strip = page.locator('header dl')
      await strip.getByText('MiB').waitFor()
      await waitFor(`the line of ${tab} is drawn`, async () =>
        ((await strip.locator('svg path').nth(1).getAttribute('d')) ?? '').includes('L'),
      )
    }
    const opened = watched.requests.filter(each => each === `WS /api/ws/servers/${gameServerId}/metrics`)
    expect(opened).toHaveLength(1)
  })

  test('6.3 the node is drawn beside the game server for those who may see it', async () => {
    await figure('CPU').getByRole('button', { name: 'Node' }).waitFor()
    expect(watched.requests.some(each => /^WS \/api\/ws\/nodes\/\d+\/metrics$/.test(each))).toBe(true)
  })

  test('one cursor for all charts, by pointer and by keyboard', async () => {
    const { x, y } = await placeIn('CPU', 0.95)
    await page.mouse.move(x, y)
    await figure('Memory').locator('time').filter({ hasText: /\d/ }).waitFor()
    // All in one look: under a pointer that rests, every new point moves the second.
    const seconds = await page
      .getByRole('slider')
      .evaluateAll(charts => charts.map(chart => chart.getAttribute('aria-valuenow')))
    expect(seconds.length).toBeGreaterThan(2)
    expect(new Set(seconds).size).toBe(1)
    await takePictures(page, '20-metrics-cursor')
    await page.mouse.move(4, 4)
    await slider('Processes').focus()
    await page.keyboard.press('End')
    const end = await attribute('Processes', 'aria-valuenow')
    await page.keyboard.press('ArrowLeft')
    await waitFor('the cursor has gone back', async () => (await attribute('CPU', 'aria-valuenow')) < end)
    expect(await slider('CPU').getAttribute('aria-valuetext')).toMatch(
      /^\d{1,2}:\d\d:\d\d.*, Server \(100\s?% is one core\) /,
    )
    await page.keyboard.press('Escape')
    await waitFor('it has let go', async () =>
      ((await slider('CPU').getAttribute('aria-valuetext')) ?? '').startsWith('Now'),
    )
  })

  test('a drag zooms all charts into it, and there is a way back', async () => {
    const from = await placeIn('CPU', 0.6)
    const to = await placeIn('CPU', 0.85)
    // Both ends in one look: every new point moves them.
    const spanOf = (name: string) =>
      slider(name).evaluate(
        chart => Number(chart.getAttribute('aria-valuemax')) - Number(chart.getAttribute('aria-valuemin')),
      )
    const before = await spanOf('Memory')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 5 })
    await page.mouse.up()
    const back = page.getByRole('button', { name: 'Back to live' })
    await back.waitFor()
    expect(await spanOf('Memory')).toBeLessThan(before * 0.6)
    expect(await spanOf('CPU')).toBe(await spanOf('Memory'))
    await takePictures(page, '20-metrics-zoom')
    await back.click()
    await back.waitFor({ state: 'detached' })
    expect(await spanOf('Memory')).toBeGreaterThanOrEqual(before)
    await page.getByRole('button', { name: '5 minutes', exact: true }).click()
    await waitFor('five minutes are shown', async () => (await spanOf('CPU')) <= 301)
  })

  test('the legend switches a line off and on', async () => {
    const line = figure('CPU').getByRole('button', { name: 'Node' })
    await line.click()
    expect(await line.getAttribute('aria-pressed')).toBe('false')
    await line.click()
    expect(await line.getAttribute('aria-pressed')).toBe('true')
  })

  test('pointing at a second of the strip marks its lines, and pointing at a line marks its second', async () => {
    await page.getByRole('link', { name: 'Console', exact: true }).click()
    await page.getByRole('button', { name: 'Timestamps' }).click()
    const strip = slider('CPU and memory, last five minutes')
    await strip.waitFor()
    const command = page.getByLabel('Type a command')
    await waitFor('the console takes commands', () => command.isEnabled())
    await command.fill('say the spike is here')
    await command.press('Enter')
    const row = page.locator('.xterm-rows > div').filter({ hasText: 'the spike is here' }).last()
    await row.waitFor()
    const times = page.locator('section [aria-hidden="true"] > div').filter({ hasText: /^\d\d:\d\d:\d\d$/ })
    await times.last().waitFor()
    const place = await row.boundingBox()
    if (!place) throw new Error('the line is not in sight')
    await page.mouse.move(place.x + 40, place.y + place.height / 2)
    const marked = page.locator('section div[data-marked]')
    await marked.first().waitFor()
    const time = (await marked.first().innerText()).trim()
    expect(await strip.getAttribute('aria-valuetext')).toContain(time)
    const pointed = Number(await strip.getAttribute('aria-valuenow'))
    await page.mouse.move(4, 4)
    await marked.first().waitFor({ state: 'detached' })
    await strip.focus()
    await page.keyboard.press('ArrowLeft')
    await waitFor('the keys have reached that second', async () => {
      const second = Number(await strip.getAttribute('aria-valuenow'))
      if (second !== pointed) await page.keyboard.press(second > pointed ? 'ArrowLeft' : 'ArrowRight')
      return second === pointed
    })
    await marked.first().waitFor()
    expect((await marked.first().innerText()).trim()).toBe(time)
    await takePictures(page, '20-console-strip')
    await page.getByRole('button', { name: 'Back to now' }).click()
    await marked.first().waitFor({ state: 'detached' })
  })

  test('the times of lines are still known after another tab was open', async () => {
    const times = page.locator('section [aria-hidden="true"] > div').filter({ hasText: /^\d\d:\d\d:\d\d$/ })
    const before = await times.count()
    expect(before).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('button', { name: 'Timestamps' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Console', exact: true }).click()
    await times.nth(before - 1).waitFor()
  })

  test('5.11 no error and no violation on the way', () => {
    expect(watched.problems).toEqual([])
  })
})
