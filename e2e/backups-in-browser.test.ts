// Backups where they are needed: an update breaks the game and one click goes back; a single file of last Tuesday; a
// backup becomes a new server.

import { chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createBackupStorage } from '@rookery/contracts/http/backup-storages.ts'
import { listBackups, takeBackup } from '@rookery/contracts/http/backups.ts'
import { createGameServer, readGameServer, stopGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { changeSettings, readSettings } from '@rookery/contracts/http/settings.ts'
import { createTemplate } from '@rookery/contracts/http/templates.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofTest } from '../test-services/proof-size.ts'
import { type Api, signIn } from './api.ts'
import { launchBrowser, missingBrowser, openPage, signInPage, takePictures } from './browser.ts'
import { createHome, type Rookery, startRookery } from './rookery.ts'
import { waitFor } from './wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

const password = 'a product with backups'
const game = '#!/bin/sh\necho ready\nwhile read -r line; do :; done\n'
/** What an update to version 2 does: the game no longer starts, and the world is gone. */
const breaking = '[ "$1" = 2 ] || exit 0; printf "echo no longer compatible; exit 3" > game.sh; rm -rf world'

const template = JSON.stringify({
  ...{ slug: 'castles', name: 'Castles', game: 'Castles', description: 'A game with a world.' },
  process_managers: ['process'],
  ports: { game: { protocol: 'tcp', default: 29_700 } },
  variables: [{ name: 'VERSION', title: 'Version', default: '1', rules: ['required', 'in:1,2'] }],
  install: [{ do: 'write-file', path: 'game.sh', content: game, words: 'Writing the game' }],
  update: [
    { do: 'run-program', command: ['sh', '-c', breaking, 'x', '{var.VERSION}'], words: 'Updating the game' },
  ],
  command: ['sh', 'game.sh'],
  ready: { pattern: 'ready' },
  stop: { method: { by: 'signal', signal: 'SIGTERM' } },
})

describe.skipIf(missingBrowser)('backups in the browser', () => {
  let home: Awaited<ReturnType<typeof createHome>>
  let rookery: Rookery
  let browser: Browser
  let page: Page
  let api: Api
  let nodeId: number
  let templateId: number

  beforeAll(async () => {
    home = await createHome()
    const variables = { ADMIN_PASSWORD: password, AUTH_REQUIRE_MFA_FOR_ADMINS: 'false' }
    rookery = await startRookery(home, variables)
    browser = await launchBrowser()
    ;({ page } = await openPage(browser))
    api = await signIn(rookery.url, { login: 'admin', password })
    await signInPage(page, api)
    const place = { kind: 'folder' as const, path: join(home.dataDir, 'backups') }
    await api.call(createBackupStorage, { body: { name: 'Cellar', place, assigned: { to: 'all' } } })
    ;[nodeId = 0] = (await api.call(listNodes, {})).map(({ id }) => id)
    templateId = (await api.call(createTemplate, { body: { text: template } })).id
  })
  afterAll(async () => {
    await browser?.close()
    await rookery?.interrupt()
    await home?.remove()
  })

  async function startCastles(
    name: string,
    template_id = templateId,
  ): Promise<{ id: number; server: string; folder: string }> {
    const body = { name, node_id: nodeId, template_id, start: true }
    const { id } = await api.call(createGameServer, { body })
    await api.waitForState(id, 'running')
    const server = String(id)
    const crash_policy = { restart: false, attempts: 1, window_ms: 60_000, delay_ms: 0 }
    await api.call(changeSettings, { params: { server }, body: { crash_policy } })
    const { uuid } = await api.call(readGameServer, { params: { server } })
    return { id, server, folder: folderOf(uuid) }
  }
  const folderOf = (uuid: string) => {
    const entries = readdirSync(home.dataDir, { recursive: true, withFileTypes: true })
    const found = entries.find(
      entry => entry.name === uuid && !entry.parentPath.startsWith(join(home.dataDir, 'backups')),
    )
    if (!found) throw new Error(`there is no folder of ${uuid}`)
    return join(found.parentPath, uuid)
  }
  const stop = async (id: number) => {
    await api.call(stopGameServer, { params: { server: String(id) } })
    await api.waitForState(id, 'stopped')
  }
  async function backUp(server: string, note: string): Promise<void> {
    await api.call(takeBackup, { params: { server }, body: { note } })
    await waitFor(`the backup "${note}" is listed`, async () =>
      (await api.call(listBackups, { params: { server } })).some(backup => backup.note === note),
    )
  }

  test('an update breaks the game: one click goes back, the world is there, the game runs', async () => {
    const { id, server, folder } = await startCastles('Broken by an update')
    write(folder, 'world/castle', 'three towers')
    await stop(id)
    await api.call(changeSettings, { params: { server }, body: { variables: { VERSION: '2' } } })
    await page.goto(`${rookery.url}/servers/${id}`)
    await page.getByText('A backup is taken first, so you can go back.').first().waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Update', exact: true }).last().click()
    await waitFor('the world is gone', () => !readdirSync(folder).includes('world'))
    await api.waitForState(id, 'stopped')
    await page.getByRole('button', { name: 'Start', exact: true }).first().click()
    await api.waitForState(id, 'crashed')

    const card = page.getByRole('region', { name: /^Crashed/ })
    await card.getByRole('heading', { name: 'The last update may have broken it' }).waitFor()
    await takePictures(page, '18-go-back')
    await card.getByRole('button', { name: 'Go back to before the update' }).click()
    await api.waitForState(id, 'running')
    expect(readFileSync(join(folder, 'world/castle'), 'utf8')).toBe('three towers')
    expect(readFileSync(join(folder, 'game.sh'), 'utf8')).toBe(game)
    const { variables } = await api.call(readSettings, { params: { server } })
    expect(variables.find(({ name }) => name === 'VERSION')?.value).toBe('1')
    await card.waitFor({ state: 'detached' })
  })

  proofTest('a single file of last Tuesday comes back, and all others stay as they are', async () => {
    const { id, server, folder } = await startCastles('With a history')
    const save = (rules: string, greeting: string) => {
      write(folder, 'config/rules.txt', rules)
      write(folder, 'config/greeting.txt', greeting)
    }
    save('be kind', 'hello of Tuesday')
    await backUp(server, 'Tuesday')
    save('be quick', 'hello of Wednesday')
    await backUp(server, 'Wednesday')
    save('be gone', 'hello of today')

    await page.goto(`${rookery.url}/servers/${id}/backups`)
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Tuesday' }) })
    await row.getByRole('button', { name: 'Browse files' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'config', exact: true }).click()
    await dialog.getByRole('button', { name: 'rules.txt', exact: true }).click()
    await dialog.getByText('be kind').waitFor()
    await dialog.getByRole('button', { name: 'config', exact: true }).click()
    await dialog.getByRole('checkbox', { name: 'Select rules.txt' }).check()
    await takePictures(page, '18-one-file')
    await dialog.getByRole('button', { name: 'Restore selected' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
    await waitFor('the file of Tuesday is back', () => {
      return readFileSync(join(folder, 'config/rules.txt'), 'utf8') === 'be kind'
    })
    expect(readFileSync(join(folder, 'config/greeting.txt'), 'utf8')).toBe('hello of today')
    await api.waitForState(id, 'running')
  })

  proofTest('what a backup warns of opens where it is told', async () => {
    const backup = { before: ['save'], wait_for: 'all is written', wait_ms: 1_000 }
    const text = JSON.stringify({ ...JSON.parse(template), slug: 'deaf-castles', backup })
    const { id, server } = await startCastles('Deaf', (await api.call(createTemplate, { body: { text } })).id)
    await backUp(server, 'unasked')
    await page.goto(`${rookery.url}/servers/${id}/backups`)
    const warning = page.getByText('the game did not say within 1 s that its files are written')
    const opener = page.getByRole('button', { name: '1 warning', exact: true })
    await opener.waitFor()
    expect(await warning.count()).toBe(0)
    await opener.click()
    await warning.waitFor()
    await takePictures(page, '18-warnings')
  })

  proofTest('a backup becomes a new server beside the first, and runs', async () => {
    const { id, server, folder } = await startCastles('To be doubled')
    write(folder, 'world/castle', 'three towers')
    await backUp(server, 'before the siege')
    write(folder, 'world/castle', 'a ruin')
    await page.goto(`${rookery.url}/servers/${id}/backups`)
    await page.getByRole('button', { name: 'More actions for this backup' }).first().click()
    await page.getByRole('menuitem', { name: 'Restore as a new server' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Doubled')
    await takePictures(page, '18-new-server')
    await dialog.getByRole('button', { name: 'Create server' }).click()
    await page.waitForURL(url => url.pathname !== `/servers/${id}/backups`)
    await page.getByRole('heading', { name: 'Doubled' }).first().waitFor()
    const made = Number(/servers\/(\d+)/.exec(page.url())?.[1])
    expect(made).not.toBe(id)
    await api.waitForState(made, 'running')
    const { uuid } = await api.call(readGameServer, { params: { server: String(made) } })
    expect(readFileSync(join(folderOf(uuid), 'world/castle'), 'utf8')).toBe('three towers')
    expect(readFileSync(join(folder, 'world/castle'), 'utf8')).toBe('a ruin')
  })
})

/** As the game itself would. */
function write(folder: string, path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  const { uid, gid } = statSync(folder)
  for (const made of [dirname(file), file]) chownSync(made, uid, gid)
}
