// Games, told in a real browser: a server made in a form, its settings, a crash that is repaired, a clone, an egg.

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createGameServer, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { createNode } from '@rookery/contracts/http/nodes.ts'
import { listServerTasks } from '@rookery/contracts/http/schedules.ts'
import { readSettings } from '@rookery/contracts/http/settings.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { createTemplate } from '@rookery/contracts/http/templates.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofTest } from '../test-services/proof-size.ts'
import type { Api } from './api.ts'
import { missingBrowser, takePictures, type WatchedPage } from './browser.ts'
import { ownEgg } from './own-egg.ts'
import { openStory, type Story } from './story.ts'
import { waitFor } from './wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

/** Installing it takes as long as somebody lets it. */
const slowTemplate = `
slug: slow-game
name: Slow game
game: Slow game
description: It never finishes installing.
process_managers: [process]
ports: { game: { protocol: tcp, default: 29500 } }
command: [sleep, '600']
install:
  - { do: run-program, command: [sleep, '600'], words: Waiting for nothing }
ready: { pattern: null }
stop: { method: { by: signal, signal: SIGTERM } }
`

/** Of the game server: the rail has a link of the same name to those of the panel. */
async function openSettings(page: Page): Promise<void> {
  const overview = page.getByRole('link', { name: 'Overview', exact: true })
  const tabs = page.getByRole('navigation').filter({ has: overview })
  await tabs.getByRole('link', { name: 'Settings', exact: true }).click()
}

/** A zip without compression, which needs no library. */
function storedZip(files: Record<string, string>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const [label, content] = [Buffer.from(name), Buffer.from(text)]
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(label.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt32LE(content.length, 20)
    entry.writeUInt32LE(content.length, 24)
    entry.writeUInt16LE(label.length, 28)
    entry.writeUInt32LE(at, 42)
    bodies.push(local, label, content)
    directory.push(entry, label)
    at += local.length + label.length + content.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, ...directory, end])
}

describe.skipIf(missingBrowser)('games', () => {
  let story: Story
  let api: Api
  let watched: WatchedPage
  let gameServerId = 0

  beforeAll(async () => {
    story = await openStory('games')
    ;({ api } = story)
    watched = await story.openPage({ mayLog: /the server responded with a status of 422/ })
  })
  afterAll(() => story?.close())

  const params = () => ({ server: String(gameServerId) })
  const read = () => api.call(readGameServer, { params: params() })
  const open = (path = '') => watched.page.goto(`${story.url}/servers/${gameServerId}${path}`)
  const isIdle = (state: string) => ['stopped', 'crashed'].includes(state)

  test('new servers: a server of the demo game is made in under a minute, with another map', async () => {
    const { page } = watched
    await page.goto(`${story.url}/servers`)
    const beganMs = Date.now()
    await page.getByRole('button', { name: 'New server' }).first().click()
    await page.getByLabel('Search games').fill('arena')
    await page.getByRole('button', { name: /^Arena/ }).click()
    await page.getByLabel('Name').fill('Badger')
    // Another story may have a second machine at this moment.
    await page.getByRole('radio', { name: /This machine/ }).check({ force: true })
    await page.getByText('More options').click()
    await page.getByLabel('First map').click()
    await page.getByRole('option', { name: 'kitchen' }).click()
    const ports = await story.freeGamePorts()
    await page.getByLabel('Game port').fill(String(ports.port))
    await page.getByLabel('Query port').fill(String(ports.query_port))
    await page.getByLabel('RCON port').fill(String(ports.rcon_port))
    await takePictures(page, '11-new-server')
    await page.getByRole('button', { name: 'Create and start' }).click()
    await page.waitForURL(/servers\/\d+/)
    expect(Date.now() - beganMs).toBeLessThan(60_000)
    await page.getByText('Running', { exact: true }).first().waitFor({ timeout: 180_000 })
    gameServerId = Number(/servers\/(\d+)/.exec(page.url())?.[1])
    expect((await read()).variables.MAP).toBe('kitchen')
  })

  proofTest(
    'schedules: a restart every night is planned with one click, switched off and deleted',
    async () => {
      const { page } = watched
      const planned = () => api.call(listServerTasks, { params: params() })
      await page.getByRole('link', { name: 'Schedules', exact: true }).click()
      await page.getByRole('button', { name: 'Restart every night at 04:00' }).click()
      await page.getByText('Message → 4 min → message → 1 min → restart').waitFor()
      const steps = [{ action: 'message' }, { action: 'message' }, { action: 'restart', offset_seconds: 300 }]
      expect(await planned()).toMatchObject([{ steps, enabled: true }])
      await takePictures(page, '11-schedules')
      await page.getByRole('switch', { name: 'Turn Restart every night on or off' }).click({ force: true })
      await waitFor('it is switched off', async () => (await planned())[0]?.enabled === false)
      await page.getByRole('button', { name: 'More actions for Restart every night' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No schedules yet').waitFor()
      expect(await planned()).toEqual([])
    },
  )

  test('settings: a value that breaks its rule is told while one types, a good one is saved and acts after a restart', async () => {
    const { page } = watched
    await openSettings(page)
    await page.getByLabel('Max players', { exact: true }).fill('99')
    await page.getByText('Must be from 1 to 64.').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.getByLabel('Max players', { exact: true }).fill('8')
    await page.getByLabel('Attempts').fill('3')
    await takePictures(page, '11-settings')
    await page.locator('#game').getByRole('button', { name: 'Save' }).click()
    await page.locator('#game').getByText('Saved', { exact: true }).waitFor()
    const settings = () => api.call(readSettings, { params: params() })
    expect(await settings()).toMatchObject({ needs_restart: true, crash_policy: { attempts: 5 } })
    expect(await page.getByLabel('Attempts').inputValue()).toBe('3')
    await page.locator('#crash').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Restart to apply your changes').waitFor()
    expect(await settings()).toMatchObject({ crash_policy: { attempts: 3 } })
    await page.getByRole('button', { name: 'Restart now' }).click()
    await page.getByText('Restart to apply your changes').waitFor({ state: 'hidden' })
    await api.waitForState(gameServerId, 'running')
    await page.getByRole('link', { name: 'Console', exact: true }).click()
    await page.locator('.xterm-rows').getByText('Arena is ready').first().waitFor()
  })

  proofTest('settings: what was typed is not lost without a question', async () => {
    const { page } = watched
    await openSettings(page)
    await page.getByLabel('Max players', { exact: true }).fill('9')
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await page.getByLabel('Max players', { exact: true }).inputValue()).toBe('8')
  })

  proofTest(
    'crash report: a crash says why, and one button repairs it',
    async () => {
      const { page } = watched
      await open()
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await api.waitForState(gameServerId, 'stopped')
      const { port } = await read()
      const thief = createServer().listen(port, '0.0.0.0')
      try {
        await page.getByRole('button', { name: 'Start', exact: true }).click()
        await page.getByText('Port already in use').waitFor({ timeout: 120_000 })
        await waitFor('it stays down', async () => isIdle((await read()).state))
        await page.getByText(/^Last \d+ lines/).click()
        await takePictures(page, '11-crash')
        await page.getByRole('button', { name: 'Use another port and start' }).click()
        await page.getByText('Running', { exact: true }).first().waitFor({ timeout: 180_000 })
        expect((await read()).port).not.toBe(port)
      } finally {
        thief.close()
      }
    },
    240_000,
  )

  proofTest('settings: an administrator edits it section by section', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'More actions for Badger' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    const section = (name: string) => page.locator(`#${name}`)
    const save = async (name: string) => {
      await section(name).getByRole('button', { name: 'Save' }).click()
      await section(name).getByText('Saved', { exact: true }).waitFor()
    }
    await section('general').getByLabel('Name').fill('Badger one')
    await section('general').getByLabel('Description').fill('For the evenings')
    await section('limits').getByLabel('Disk').fill('0.5')
    await section('limits')
      .getByText(/unassigned/)
      .first()
      .waitFor()
    await takePictures(page, '11-settings-sections')
    await save('general')
    await page.getByRole('heading', { name: 'Badger one', exact: true }).waitFor()
    expect(await read()).toMatchObject({ description: 'For the evenings', disk_limit_bytes: null })
    await save('limits')
    expect((await read()).disk_limit_bytes).toBe(512 * 1024 * 1024)
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByText('For the evenings').waitFor()
    await openSettings(page)
  })

  proofTest(
    'settings: a port is checked on the node while one types, and a search leaves only what it finds',
    async () => {
      const { page } = watched
      const { port } = await read()
      const thief = createServer().listen(0, '0.0.0.0')
      await once(thief, 'listening')
      try {
        const taken = String((thief.address() as AddressInfo).port)
        await page.getByLabel('Search settings').fill('port')
        await page.locator('#network').waitFor()
        for (const hidden of ['general', 'limits', 'start', 'crash', 'danger']) {
          expect(await page.locator(`#${hidden}`).isVisible(), hidden).toBe(false)
        }
        const network = page.locator('#network')
        await network.getByLabel('Game port').fill(taken)
        await network.getByText('In use by another program on the node').waitFor()
        await network.getByRole('button', { name: /^Use \d+$/ }).click()
        await network.getByText('Free', { exact: true }).waitFor()
        await takePictures(page, '11-settings-port')
        await network.getByRole('button', { name: 'Save' }).click()
        await network.getByText('Saved', { exact: true }).waitFor()
        const after = (await read()).port
        expect(after).not.toBe(port)
        expect(after).not.toBe(Number(taken))
      } finally {
        thief.close()
      }
    },
  )

  proofTest('new servers: an administrator clones it with its files', async () => {
    const { page } = watched

    await page.getByRole('button', { name: 'More actions for Badger one' }).click()
    await page.getByRole('menuitem', { name: 'Clone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clone' }).click()
    await page.getByRole('heading', { name: 'Badger one (copy)', exact: true }).waitFor()
    const cloneId = Number(/servers\/(\d+)/.exec(page.url())?.[1])
    await api.waitForState(cloneId, 'stopped')
    const clone = await api.call(readGameServer, { params: { server: String(cloneId) } })
    expect(clone.variables).toEqual((await read()).variables)
    expect(clone.port).not.toBe((await read()).port)
  })

  proofTest(
    '4.2 update brings the files up to date, also of a running server; reinstall asks first',
    async () => {
      const { page } = watched
      await open()
      await api.waitForState(gameServerId, 'running')
      const { name } = await read()
      await page.getByRole('button', { name: 'Stop and update' }).click()
      const asked = page.getByRole('dialog', { name: `Update ${name}?` })
      await asked.getByText('The server stops, gets the update and starts again.').waitFor()
      await asked.getByRole('button', { name: 'Stop and update' }).click()
      const lastTasks = async () => {
        const tasks = await api.call(listTasks, { query: { server: String(gameServerId), per_page: 3 } })
        return tasks.map(({ kind, status }) => `${kind} ${status}`)
      }
      await expect
        .poll(lastTasks, { timeout: 90_000 })
        .toEqual(['start success', 'update success', 'stop success'])
      await api.waitForState(gameServerId, 'running')
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await api.waitForState(gameServerId, 'stopped')
      await page.getByRole('button', { name: 'Update', exact: true }).click()
      await page.getByText(`Updated ${name}`).first().waitFor()
      await page.getByRole('button', { name: 'Reinstall', exact: true }).click()
      await page
        .getByRole('dialog')
        .getByText('worlds, settings and everything else', { exact: false })
        .waitFor()
      await takePictures(page, '11-reinstall')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      expect((await read()).state).toBe('stopped')
      await page.getByRole('button', { name: 'Reinstall', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Empty folder and reinstall' }).click()
      await page.getByText(`Reinstalled ${name}`).first().waitFor()
      await api.waitForState(gameServerId, 'stopped')
    },
  )

  proofTest('6.2 a task at work and a task that waits are canceled', async () => {
    const { page } = watched
    const { node_id } = await read()
    const { id: templateId } = await api.call(createTemplate, { body: { text: slowTemplate } })
    const slow = await api.call(createGameServer, {
      body: { name: 'Slow one', node_id, template_id: templateId },
    })
    await page.goto(`${story.url}/servers/${slow.id}`)
    await page.getByText('Waiting for nothing').first().waitFor()
    await page.getByRole('button', { name: 'Cancel task' }).click()
    await page.getByText('Canceled the install of Slow one').first().waitFor()

    // No machine has joined as this node: whatever is to happen there waits.
    const { id: emptyNode } = await api.call(createNode, { body: { name: 'Nowhere' } })
    const patient = await api.call(createGameServer, {
      body: { name: 'Patient one', node_id: emptyNode, template_id: templateId },
    })
    await page.goto(`${story.url}/tasks/${patient.task_id}`)
    await page.getByText('Waiting to install Patient one').first().waitFor()
    await page.getByRole('button', { name: 'Cancel task' }).click()
    await page.getByText('Canceled the install of Patient one').first().waitFor()
    await takePictures(page, '11-canceled')
  })

  proofTest(
    'templates: the catalog and a template in words; a copy with a fault is told by line',
    async () => {
      const { page } = watched
      await page.getByRole('link', { name: 'Templates', exact: true }).click()
      await page.getByLabel('Search templates').fill('arena')
      await page
        .getByRole('link', { name: /^A Arena/ })
        .or(page.getByRole('link', { name: /Arena/ }))
        .first()
        .click()
      await page.getByText('Copying the game').waitFor()
      await page.getByRole('link', { name: 'Badger one', exact: true }).waitFor()
      await takePictures(page, '11-template')
      await page.getByRole('button', { name: /^More actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Duplicate to edit' }).click()
      const editor = page.getByRole('textbox', { name: 'Template text' })
      await editor.waitFor()
      await page.getByText('No problems').waitFor()
      expect(await editor.innerText()).toContain('slug: arena-copy')
      // A mistake is underlined while typing, and named with its line.
      await editor.click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type('tegs: []')
      await page.getByText('tegs: is not a field of a template').first().waitFor()
      await page
        .getByRole('button', { name: /^Go to line \d+/ })
        .first()
        .click()
      await page.keyboard.press('Delete')
      await page.getByText('No problems').waitFor()
      await page.getByRole('button', { name: 'Save template' }).click()
      await page.getByText('Custom', { exact: true }).first().waitFor()
    },
  )

  proofTest('templates: what a change does is shown before it is saved', async () => {
    const { page } = watched
    await page.getByRole('button', { name: /^More actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    const editor = page.getByRole('textbox', { name: 'Template text' })
    await page.getByText('No problems').waitFor()
    await editor.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.type(' of friends')
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Review changes' })
    await dialog.getByText('name: Arena of friends').waitFor()
    await dialog.getByText('No server uses this template yet.').waitFor()
    await takePictures(page, '11-template-review')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Arena of friends' }).waitFor()
  })

  proofTest('eggs: an egg is looked at first, then imported', async () => {
    const { page } = watched
    await page.getByRole('link', { name: 'Templates', exact: true }).first().click()
    await page.getByRole('link', { name: 'Import eggs' }).click()
    await page.getByLabel('Or paste the text of one egg').fill('{ "meta": ')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
    await page.getByLabel('Or paste the text of one egg').fill(ownEgg.text)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Recognized', { exact: true }).waitFor()
    await page.getByText('Converted', { exact: true }).waitFor()
    await takePictures(page, '11-egg')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: ownEgg.name }).waitFor()
    await page.getByText('Imported', { exact: true }).waitFor()
  })

  proofTest('eggs: an archive of several is looked at file by file; one bad egg stops no other', async () => {
    const { page } = watched
    const eggNamed = (name: string) => JSON.stringify({ ...JSON.parse(ownEgg.text), name })
    const archive = storedZip({
      'eggs/first.json': eggNamed('Zip first'),
      'eggs/second.json': eggNamed('Zip second'),
      'eggs/bad.json': '{ "meta": { "version": "PTDL_v2" ',
      'eggs/again.json': ownEgg.text,
      'README.md': '# not an egg',
    })
    await page.goto(`${story.url}/templates/import`)
    await page
      .locator('input[data-choice=files]')
      .setInputFiles({ name: 'eggs.zip', mimeType: 'application/zip', buffer: archive })
    const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await row('Zip first').getByText('New').waitFor()
    await row('Zip second').getByText('New').waitFor()
    await row('bad.json').getByText('Can’t be imported').waitFor()
    await row(ownEgg.name).getByText('Unchanged').waitFor()
    await takePictures(page, '11-eggs-many')
    await page.getByLabel('Import Zip second').uncheck()
    await page.getByRole('button', { name: 'Import 1 template' }).click()
    await row('Zip first').getByText('Imported').waitFor()
    await page.getByRole('link', { name: 'Go to Templates' }).click()
    await page.getByLabel('Search templates').fill('zip')
    await page.getByRole('link', { name: /Zip first/ }).waitFor()
    expect(await page.getByRole('link', { name: /Zip second/ }).count()).toBe(0)
  })

  test('5.11 no error and no violation on the way', () => {
    expect(watched.problems).toEqual([])
  })
})
