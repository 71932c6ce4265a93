// Two people play the demo game with netcat: the browser shows both, sends one away and speaks to the other.

import { once } from 'node:events'
import { connect } from 'node:net'
import { readGameServer, stopGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listPlayers, queryGame } from '@rookery/contracts/http/players.ts'
import { readPower } from '@rookery/contracts/http/power.ts'
import { readRconFeatures, sendRconCommand } from '@rookery/contracts/http/rcon.ts'
import { readTask } from '@rookery/contracts/http/tasks.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { proofTest } from '../test-services/proof-size.ts'
import type { Api } from './api.ts'
import { missingBrowser, takePictures } from './browser.ts'
import { openStory, type Story } from './story.ts'
import { waitFor } from './wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

async function joinArena(port: number, name: string) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let seen = ''
  let isGone = false
  socket.on('data', chunk => {
    seen += chunk.toString()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isGone = true
  })
  await once(socket, 'connect')
  await waitFor(`${name} is asked for a name`, () => seen.includes('Your name?'))
  socket.write(`${name}\n`)
  await waitFor(`${name} is inside`, () => seen.includes(`, ${name}.`))
  return { seen: () => seen, isGone: () => isGone, leave: () => socket.destroy() }
}

async function waitForValue<Value>(read: () => Promise<Value | null>): Promise<Value> {
  let value: Value | null = null
  await waitFor('it is there', async () => {
    value = await read()
    return value !== null
  })
  return value as Value
}

describe('players', () => {
  let story: Story
  let api: Api
  let server = ''
  let port = 0

  beforeAll(async () => {
    story = await openStory('players')
    ;({ api } = story)
    const id = await story.createArena('Evening camp')
    server = String(id)
    await api.waitForState(id, 'running')
    port = (await api.call(readGameServer, { params: { server } })).port
  })
  afterAll(() => story?.close())

  test('the API tells who plays, what the game says of itself and what can be done', async () => {
    const params = { server }
    expect(await api.call(readRconFeatures, { params })).toEqual({
      protocol: 'source',
      console: true,
      commands: ['players'],
      players: { list: true, kick: true, ban: true, bans: true, unban: true, message: true },
    })
    expect(await api.call(listPlayers, { params })).toEqual([])
    const answer = await waitForValue(() => api.call(queryGame, { params }).catch(() => null))
    expect(answer).toMatchObject({
      name: 'Evening camp',
      map: 'colosseum',
      players: 0,
      max_players: 16,
    })
    const { output } = await api.call(sendRconCommand, { params, body: { command: 'count 9000' } })
    expect(output).toMatch(/… cut here: the whole answer has \d+ bytes$/)
  })

  test.skipIf(missingBrowser)(
    'both players are listed, one is kicked, the other reads the message, and killing the game asks first',
    async () => {
      const ann = await joinArena(port, 'Ann')
      const bob = await joinArena(port, 'Bob')
      const { page } = await story.openPage()
      await page.goto(`${story.url}/servers/${server}/players`)

      await page.getByRole('row', { name: /Ann/ }).waitFor()
      await page.getByRole('row', { name: /Bob/ }).waitFor()
      await page.getByText('2 of 16 online').waitFor()
      await takePictures(page, 'players-1-list')

      await page.getByRole('button', { name: 'Kick Bob' }).click()
      await page.getByLabel('Reason').fill('too good at this')
      await page.getByRole('dialog').getByRole('button', { name: 'Kick', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await waitFor('Bob is shown the door', () => bob.isGone())
      await page.getByRole('button', { name: 'Kick Bob' }).waitFor({ state: 'detached' })
      expect(ann.isGone()).toBe(false)

      await page.getByLabel('Message to all players').fill('the goose is loose')
      await page.getByRole('button', { name: 'Send' }).click()
      await waitFor('Ann reads it', () => ann.seen().includes('the goose is loose'))

      // Bob has left, and is offered among those who were here.
      await page.getByRole('heading', { name: 'Recently online' }).waitFor()
      await page.getByRole('button', { name: 'Ban Bob' }).click()
      await page.getByRole('dialog').getByText('can’t join again').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Show bans' }).click()
      await page.getByRole('button', { name: 'Lift ban for Bob' }).waitFor()
      await takePictures(page, 'players-3-banned')
      await page.getByRole('button', { name: 'Lift ban for Bob' }).click()
      await page.getByText('No one is banned.').waitFor()
      await joinArena(port, 'Bob')

      await page.getByRole('link', { name: 'RCON' }).click()
      const line = page.getByLabel('Type an RCON command')
      await line.fill('players')
      await line.press('Enter')
      await page.getByText('Players (2/16)').waitFor()
      await takePictures(page, 'players-2-rcon')

      await page.getByRole('button', { name: 'Kill', exact: true }).click()
      const question = page.getByRole('dialog', { name: 'Kill Evening camp?' })
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
      expect(ann.isGone()).toBe(false)
    },
  )

  proofTest.skipIf(missingBrowser)(
    'no button moves once it can be pressed, however late the rights come',
    async () => {
      const { page } = await story.openPage()
      let letGo = () => {}
      const held = new Promise<void>(resolve => {
        letGo = resolve
      })
      await page.route(`**/api/servers/${server}/abilities`, async route => {
        await held
        await route.continue()
      })
      await page.goto(`${story.url}/servers/${server}`)
      await page.getByRole('heading', { name: 'Evening camp' }).waitFor()
      const placeOf = (text: string) => page.getByText(text, { exact: true }).first().boundingBox()
      expect(await page.getByRole('button', { name: 'Kill' }).count()).toBe(0)
      expect(await page.getByRole('main').getByRole('link', { name: 'Activity' }).count()).toBe(0)
      const reserved = [await placeOf('Kill'), await placeOf('Pause')]
      letGo()
      await page.getByRole('button', { name: 'Kill' }).waitFor()
      expect([await placeOf('Kill'), await placeOf('Pause')]).toEqual(reserved)

      await page.setViewportSize({ width: 390, height: 844 })
      // There the menu has what has no button, and Resume takes the place of Stop.
      await page.getByRole('button', { name: 'More actions for Evening camp' }).click()
      await page.getByRole('menuitem', { name: 'Pause' }).click()
      await page.getByRole('button', { name: 'Resume' }).click()
      await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Kill' }).count()).toBe(0)
    },
  )

  proofTest.skipIf(missingBrowser)(
    'with a player online Restart asks: in five minutes with a message, called off, then when empty',
    async () => {
      const ann = await joinArena(port, 'Ann')
      const params = { server }
      await waitFor('the game counts Ann', async () => (await api.call(readPower, { params })).players === 1)
      const { page } = await story.openPage()
      await page.goto(`${story.url}/servers/${server}`)
      const restart = page.getByRole('button', { name: 'Restart', exact: true })
      await restart.click()
      const dialog = page.getByRole('dialog', { name: 'Restart Evening camp?' })
      await dialog.getByText('1 player is online.').waitFor()
      await takePictures(page, 'power-1-question')
      await dialog.getByLabel('Message to players').fill('the moat is being cleaned')
      await dialog.getByRole('button', { name: 'Restart in 5 minutes' }).click()
      await waitFor('Ann reads it', () => ann.seen().includes('the moat is being cleaned'))
      const plan = page.getByRole('region', { name: 'Planned' })
      await plan.getByText(/Restarts in [45]:\d\d/).waitFor()
      await takePictures(page, 'power-2-countdown')
      const soon = await api.call(readPower, { params })
      expect(soon).toMatchObject({ players: 1, planned: { action: 'restart', when: 'at', can_cancel: true } })
      await plan.getByRole('button', { name: 'Don’t restart' }).click()
      await plan.waitFor({ state: 'detached' })
      expect((await api.call(readPower, { params })).planned).toBeNull()
      expect(ann.isGone()).toBe(false)

      // The row of the list asks as well.
      await page.goto(`${story.url}/servers`)
      await page.getByRole('button', { name: 'Restart Evening camp' }).click()
      await dialog.getByRole('radio', { name: /When everyone has left/ }).check()
      await dialog.getByRole('button', { name: 'Restart when empty' }).click()
      await dialog.waitFor({ state: 'detached' })
      const planned = await waitForValue(async () => (await api.call(readPower, { params })).planned)
      expect(planned).toMatchObject({ when: 'empty', due_at: null })
      // The row says so, and above the console the banner takes nothing away from the window.
      await page.reload()
      await page.getByRole('main').getByText('Restarts when everyone has left').first().waitFor()
      for (const tab of ['console', 'rcon']) {
        await page.goto(`${story.url}/servers/${server}/${tab}`)
        await plan.getByText('Restarts when everyone has left').waitFor()
        const overhang = () =>
          page.evaluate('document.documentElement.scrollHeight - document.documentElement.clientHeight')
        await expect.poll(overhang, { message: tab }).toBe(0)
      }
      await page.goto(`${story.url}/servers/${server}`)
      await plan.getByText('Restarts when everyone has left').waitFor()
      await takePictures(page, 'power-3-waiting')
      expect(ann.isGone()).toBe(false)
      ann.leave()
      const taskId = String(planned?.task_id)
      await waitFor(
        'the restart has happened',
        async () => (await api.call(readTask, { params: { id: taskId } })).status === 'success',
      )
      await plan.waitFor({ state: 'detached' })
    },
  )

  proofTest.skipIf(missingBrowser)(
    'a nightly restart made in the editor is run now: the player reads the warnings, then the game restarts',
    async () => {
      const ann = await joinArena(port, 'Ann')
      const { page } = await story.openPage()
      await page.goto(`${story.url}/servers/${server}/schedules`)
      await page.getByRole('button', { name: 'Create your own' }).click()
      const dialog = page.getByRole('dialog', { name: 'New schedule' })
      const steps = dialog.getByRole('listitem', { name: /^Step \d of 3/ })
      await expect.poll(() => steps.count()).toBe(3)
      // One is open at a time, the others are a line each.
      const openStep = (at: number) => steps.nth(at).getByRole('button', { expanded: false }).first().click()
      await openStep(0)
      await steps.nth(0).getByLabel('Message', { exact: true }).fill('restarting in five minutes')
      await openStep(1)
      await steps.nth(1).getByLabel('Message', { exact: true }).fill('restarting in a minute')
      // By keyboard: down and up again, and the focus stays with the step.
      await dialog.getByRole('button', { name: 'Move step 1 down' }).press('Enter')
      await dialog.getByText('Now step 2 of 3').waitFor({ state: 'attached' })
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
      await dialog.getByText('Now step 1 of 3').waitFor({ state: 'attached' })
      for (const at of [1, 2]) {
        if (at === 2) await openStep(at)
        await steps.nth(at).getByRole('textbox', { name: 'Wait before this step' }).fill('2')
        await steps.nth(at).getByLabel('Unit').first().click()
        await page.getByRole('option', { name: 'seconds' }).click()
      }
      await takePictures(page, 'schedules-1-steps')
      await dialog.getByRole('button', { name: 'Add schedule' }).click()
      await page.getByText('Message → 2 s → message → 2 s → restart').waitFor()

      await page.getByRole('button', { name: 'More actions for Restart every night' }).click()
      await page.getByRole('menuitem', { name: 'Run now' }).click()
      await page.getByText(/^Step [123] of 3:/).waitFor()
      await waitFor('Ann reads the first warning', () => ann.seen().includes('restarting in five minutes'))
      await waitFor('Ann reads the last warning', () => ann.seen().includes('restarting in a minute'))
      expect(ann.seen().split('restarting in five minutes')).toHaveLength(2)
      await waitFor('the game restarts', () => ann.isGone())
      await page.getByRole('button', { name: /^Done/ }).waitFor()
      await api.waitForState(Number(server), 'running')
    },
  )

  test('a game that is stopped is not spoken to', async () => {
    await api.call(stopGameServer, { params: { server } })
    await api.waitForState(Number(server), 'stopped')
    for (const endpoint of [listPlayers, queryGame]) {
      await expect(api.call(endpoint, { params: { server } })).rejects.toThrow(
        /409.*the game is not running/s,
      )
    }
  })
})
