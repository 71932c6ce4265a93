// A person looks after several game servers from the list: filter, keys, several at once, and their consoles below.

import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { changePermissionsOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { createUser } from '@rookery/contracts/http/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofTest } from '../test-services/proof-size.ts'
import { type Api, signIn } from './api.ts'
import { missingBrowser, openPage, signInPage, takePictures, type WatchedPage } from './browser.ts'
import { openStory, type Story } from './story.ts'
import { waitFor } from './wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

const names = ['Evening camp', 'Morning camp', 'Quiet camp'] as const

describe.skipIf(missingBrowser)('the list of game servers', () => {
  let story: Story
  let api: Api
  let watched: WatchedPage
  const ids: number[] = []
  let personId: number
  let enter: () => Promise<void>

  beforeAll(async () => {
    story = await openStory('list')
    ;({ api } = story)
    // Somebody who sees these three and no other: what is done to all of them is done to no other story.
    const person = { login: `keeper-of-${story.person.login}`, password: 'three game servers are enough' }
    personId = (await api.call(createUser, { body: person })).id
    for (const name of names) {
      const id = await story.createArena(name, name !== 'Quiet camp')
      ids.push(id)
      await api.call(changePermissionsOnGameServer, {
        params: { id: String(personId), server: String(id) },
        body: gameServerPermissionNames.map(permission => ({ permission, value: true })),
      })
    }
    await api.waitForState(ids[0] ?? 0, 'running')
    await api.waitForState(ids[1] ?? 0, 'running')
    await api.waitForState(ids[2] ?? 0, 'stopped')
    enter = async () => {
      // A start that is refused is part of the story.
      watched = await openPage(await story.browser(), { mayLog: /409 \(Conflict\)/ })
      await signInPage(watched.page, await signIn(story.url, person))
      await watched.page.goto(`${story.url}/servers`)
      await row('Evening camp').waitFor()
    }
    await enter()
  })
  afterAll(() => story?.close())

  const result = () => watched.page.getByRole('region', { name: 'Action on several servers' })
  const row = (name: string) => watched.page.getByRole('row').filter({ hasText: name })
  const stateOf = async (at: number) =>
    (await api.call(readGameServer, { params: { server: String(ids[at]) } })).state
  const liveChannels = () => watched.requests.filter(request => request === 'WS /api/ws/events').length

  test('a row is 44 px high and tells state, players, usage with its last minute, address', async () => {
    const { page } = watched
    const evening = row('Evening camp')
    expect((await evening.boundingBox())?.height).toBe(44)
    await evening.getByText('Running').waitFor()
    await evening.getByText('MiB').waitFor()
    await evening.getByText('0/16').waitFor()
    await waitFor('the last minute is drawn', async () => {
      const line = await evening
        .locator('svg path')
        .evaluateAll(paths =>
          paths.map(path => path.getAttribute('d') ?? '').filter(path => /^M[\d.]+ [\d.]+L/.test(path)),
        )
      return line.length > 0
    })
    await page.getByText('Live', { exact: true }).waitFor()
    await evening.getByRole('button', { name: 'Copy address of Evening camp' }).click()
    await waitFor('the address is copied', async () =>
      /:2\d{4}$/.test(await page.evaluate<string>('navigator.clipboard.readText()')),
    )
    expect(liveChannels()).toBe(1)
    await takePictures(page, '14-list')
  })

  proofTest('keys alone: filter, move, select, open', async () => {
    const { page } = watched
    await page.keyboard.press('/')
    await page.keyboard.type('quiet')
    await row('Evening camp').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await row('Evening camp').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(' ')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Quiet camp' }).waitFor()
    await page.goBack()
    await row('Evening camp').waitFor()
  })

  test('consoles of two game servers are docked below, each takes commands, and both close', async () => {
    const { page, requests } = watched
    const terminals = () => requests.filter(request => /console-terminal/.test(request)).length
    expect(terminals()).toBe(0)
    for (const name of ['Evening camp', 'Morning camp']) {
      await page.getByRole('button', { name: `Console of ${name}` }).click()
      await page.getByRole('tab', { name }).and(page.locator('[aria-selected="true"]')).waitFor()
      const pane = page.getByRole('tabpanel', { name })
      const line = pane.getByLabel('Type a command')
      await waitFor(`${name} takes commands`, () => line.isEnabled())
      await line.fill(`say hello ${name}`)
      await line.press('Enter')
      await waitFor(`${name} has said it`, async () => {
        const text = await pane.locator('.xterm-rows').innerText()
        return text.replaceAll('\u00a0', ' ').includes(`hello ${name}`)
      })
    }
    expect(terminals()).toBeGreaterThan(0)
    await page.getByRole('tab', { name: 'Evening camp' }).click()
    const visible = await page
      .getByRole('tabpanel', { name: 'Evening camp' })
      .locator('.xterm-rows')
      .innerText()
    expect(visible.replaceAll('\u00a0', ' ')).toContain('hello Evening camp')

    const edge = page.getByRole('separator', { name: 'Height of the consoles' })
    const before = Number(await edge.getAttribute('aria-valuenow'))
    await edge.focus()
    await page.keyboard.press('PageUp')
    await waitFor('the dock has grown', async () => Number(await edge.getAttribute('aria-valuenow')) > before)
    await takePictures(page, '14-docked')

    await page.getByRole('button', { name: 'Close console of Evening camp' }).click()
    await page.getByRole('tab', { name: 'Evening camp' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Close all' }).click()
    await edge.waitFor({ state: 'detached' })
    expect(liveChannels()).toBe(1)
  })

  test('two are selected and stopped at once; the third is left out and told of', async () => {
    const { page } = watched
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await page.getByText('3 selected').waitFor()
    await page.getByRole('toolbar').getByRole('button', { name: 'Stop' }).click()
    await result().getByText('Stopped 2 of 2').waitFor({ timeout: 90_000 })
    await result().getByText('1 skipped because of its state').waitFor()
    expect([await stateOf(0), await stateOf(1), await stateOf(2)]).toEqual(['stopped', 'stopped', 'stopped'])
    await waitFor(
      'no row says it runs',
      async () => (await page.getByRole('row').getByText('Running').count()) === 0,
    )
    await takePictures(page, '14-stopped-at-once')
  })

  test('all are started, the page is closed, and the panel has done it when it is opened again', async () => {
    // The page believes that all three can be started, and the panel knows better.
    await api.call(changePermissionsOnGameServer, {
      params: { id: String(personId), server: String(ids[0]) },
      body: [{ permission: 'game-server-start', value: false }],
    })
    await watched.page.getByRole('toolbar').getByRole('button', { name: 'Start', exact: true }).click()
    await result().waitFor()
    expect(watched.problems).toEqual([])
    await watched.page.close()
    await api.waitForState(ids[1] ?? 0, 'running')
    await api.waitForState(ids[2] ?? 0, 'running')
    await enter()
    await result().getByText('Started 2 of 3').waitFor({ timeout: 90_000 })
    await result().getByText('1 skipped', { exact: true }).waitFor()
    await result().getByText('Evening camp').waitFor()
    await result().getByText('You don’t have permission').waitFor()
    await takePictures(watched.page, '14-done-meanwhile')
    await result().getByRole('button', { name: 'Hide' }).click()
    await result().waitFor({ state: 'detached' })
  })

  proofTest('killing is asked about first', async () => {
    const { page } = watched
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await page.getByText('3 selected').waitFor()

    await page.getByRole('toolbar').getByRole('button', { name: 'Kill' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Morning camp').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await stateOf(1)).toBe('running')
    await page.getByRole('toolbar').getByRole('button', { name: 'Kill' }).click()
    await dialog.getByRole('button', { name: 'Kill 2 servers' }).click()
    await page.getByText('Killed 2 of 2').waitFor({ timeout: 90_000 })
    expect([await stateOf(1), await stateOf(2)]).toEqual(['stopped', 'stopped'])
  })

  proofTest(
    'an administrator sorts by memory, tags two at once, and deletes one after typing the phrase',
    async () => {
      const admin = await openPage(await story.browser())
      const { page } = admin
      await signInPage(page, await signIn(story.url, story.person))
      await page.goto(`${story.url}/servers`)
      const camp = (name: string) => page.getByRole('row').filter({ hasText: name })
      await camp('Evening camp').waitFor()
      await page.getByRole('button', { name: 'Memory' }).click()
      await waitFor('the order is in the address', () =>
        page.url().endsWith('/servers?sort=memory&desc=true'),
      )
      await page.reload()
      await page.locator('th[aria-sort="descending"]').getByText('Memory').waitFor()

      for (const name of ['Evening camp', 'Morning camp'])
        await page.getByRole('checkbox', { name: `Select ${name}` }).click()
      await page.getByRole('toolbar').getByRole('button', { name: 'Tag' }).click()
      await page.getByLabel('New tag').fill('campers')
      await page.getByRole('button', { name: 'Change 2 servers' }).click()
      await page.getByText('Tagged 2 of 2').waitFor()
      for (const name of ['Evening camp', 'Morning camp'])
        await camp(name).getByRole('button', { name: 'campers' }).waitFor()
      await page.getByRole('button', { name: 'Clear selection' }).click()

      await page.getByRole('checkbox', { name: 'Select Quiet camp' }).click()
      await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
      const confirm = page.getByRole('button', { name: 'Delete 1 server' })
      expect(await confirm.isEnabled()).toBe(true)
      await page.getByRole('dialog').getByText('Quiet camp').first().waitFor()
      await page.getByRole('radio', { name: 'Delete its files too' }).check()
      expect(await confirm.isDisabled()).toBe(true)
      await page.getByLabel('Type “Quiet camp” to confirm').fill('quiet camp')
      await takePictures(page, '14-delete-several')
      await confirm.click()
      await page.getByText('Deleted 1 of 1').waitFor({ timeout: 90_000 })
      await camp('Quiet camp').waitFor({ state: 'detached' })
      expect(admin.problems).toEqual([])
    },
  )

  test('5.11 no error and no violation on the way', () => {
    expect(watched.problems).toEqual([])
  })
})
