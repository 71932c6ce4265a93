// Failures that repair: an installation that failed says why and is repaired with its button; a page that is not there
// leads back; a form that was refused shows the field.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { createTemplate } from '@rookery/contracts/http/templates.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, signIn } from '../api.ts'
import { launchBrowser, missingBrowser, openPage, signInPage, takePictures } from '../browser.ts'
import { createHome, type Rookery, startRookery } from '../rookery.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

const game = '#!/bin/sh\necho ready\nwhile read -r line; do :; done\n'
const password = 'a product that repairs'

const template = (slug: string, variables: object[], install: object[]) =>
  JSON.stringify({
    ...{
      slug,
      name: slug,
      game: slug,
      description: 'A game that is not easy to install.',
      variables,
      install,
    },
    process_managers: ['process'],
    ports: { game: { protocol: 'tcp', default: 29_600 } },
    command: ['sh', 'game.sh'],
    ready: { pattern: 'ready' },
    stop: { method: { by: 'signal', signal: 'SIGTERM' } },
  })

describe.skipIf(missingBrowser)('failures that repair', () => {
  let home: Awaited<ReturnType<typeof createHome>>
  let rookery: Rookery
  let browser: Browser
  let page: Page
  let api: Api
  let downloads: Server
  let served = 'another file'

  beforeAll(async () => {
    home = await createHome()
    const variables = { ADMIN_PASSWORD: password, AUTH_REQUIRE_MFA_FOR_ADMINS: 'false' }
    rookery = await startRookery(home, variables)
    await rookery.interrupt()
    allowPrivateDownloads(home.dataDir)
    rookery = await startRookery(home, variables)
    downloads = createServer((_, response) => response.end(served)).listen(0, '127.0.0.1')
    await once(downloads, 'listening')
    browser = await launchBrowser()
    const watched = await openPage(browser, { mayLog: /status of (?:404|422)/ })
    ;({ page } = watched)
    api = await signIn(rookery.url, { login: 'admin', password })
    await signInPage(page, api)
  })
  afterAll(async () => {
    await browser?.close()
    downloads?.close()
    await rookery?.interrupt()
    await home?.remove()
  })

  async function createServerOf(name: string, text: string): Promise<number> {
    const [node] = await api.call(listNodes, {})
    const { id } = await api.call(createTemplate, { body: { text } })
    const body = { name, node_id: node?.id ?? 0, template_id: id, start: true }
    return (await api.call(createGameServer, { body })).id
  }

  test('a download with the wrong checksum: the card says so, and the button installs and starts once it is right', async () => {
    const { port } = downloads.address() as AddressInfo
    const checksum = `sha256:${createHash('sha256').update(game).digest('hex')}`
    const url = `http://127.0.0.1:${port}/game.sh`
    const steps = [{ do: 'download', url, to: 'game.sh', checksum, words: 'Downloading the game' }]
    const id = await createServerOf('Checked', template('checked', [], steps))
    await page.goto(`${rookery.url}/servers/${id}`)
    const card = page.getByRole('region', { name: /^The installation failed/ })
    await card.getByRole('heading', { name: 'The download doesn’t match its checksum' }).waitFor()
    await card.getByText('Failed at: Downloading the game').waitFor()
    await card
      .locator('mark')
      .getByText(/^failed: Downloading the game/)
      .waitFor()
    expect(await page.getByText('Start of Checked').count(), 'what followed from it is not told').toBe(0)
    await takePictures(page, '17-install-failed')

    // It is there after a reload, and in the console's place.
    await page.goto(`${rookery.url}/servers/${id}/console`)
    await card.getByRole('heading', { name: 'The download doesn’t match its checksum' }).waitFor()
    served = game
    await card.getByRole('button', { name: 'Try again and start' }).click()
    await api.waitForState(id, 'running')
    await card.waitFor({ state: 'detached' })
  })

  test('a license that was not accepted: the line that tells it is open, and the button accepts and goes on', async () => {
    const eula = { name: 'EULA', title: 'License', default: 'false', rules: ['required', 'in:true,false'] }
    const script = `[ "$1" = true ] || { echo "You need to agree to the EULA first"; echo "tar: nothing there"; exit 1; }`
    const steps = [
      { do: 'write-file', path: 'game.sh', content: game, words: 'Writing the game' },
      { do: 'run-program', command: ['sh', '-c', script, 'x', '{var.EULA}'], words: 'Preparing the world' },
    ]
    const id = await createServerOf('Licensed', template('licensed', [eula], steps))
    await api.waitForState(id, 'install_failed')
    await page.goto(`${rookery.url}/servers/${id}`)
    const card = page.getByRole('region', { name: /^The installation failed/ })
    await card.getByRole('heading', { name: 'License not accepted' }).waitFor()
    await card.locator('mark').getByText('You need to agree to the EULA first').waitFor()
    expect(await card.getByText('tar: nothing there').isVisible()).toBe(false)
    expect(await card.getByText('Writing the game').isVisible()).toBe(false)
    await card.getByText(/later lines?$/).click()
    await card.getByText('tar: nothing there').waitFor()

    // The page of its task tells the cause alone.
    await page.goto(`${rookery.url}/tasks`)
    await page
      .getByRole('link', { name: /install.*Licensed/i })
      .first()
      .click()
    await page
      .getByRole('region', { name: 'License not accepted' })
      .getByRole('button', { name: 'Accept the EULA and try again' })
      .click()
    await api.waitForState(id, 'running')
  })

  test('what is not there says so and leads back, and a refused form shows its field', async () => {
    await page.goto(`${rookery.url}/servers/9999`)
    await page.getByRole('heading', { name: 'There is no server 9999' }).waitFor()
    await page.getByRole('link', { name: 'Checked', exact: true }).waitFor()
    await takePictures(page, '17-no-such-server')
    await page.getByRole('link', { name: 'All servers' }).click()
    await page.waitForURL(/\/servers$/)
    await page.goto(`${rookery.url}/nowhere`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()

    await page.goto(`${rookery.url}/people`)
    await page.getByRole('button', { name: 'Create user' }).first().click()
    const dialog = page.getByRole('dialog')
    const login = dialog.getByLabel('Login', { exact: true })
    await dialog.getByLabel('Name', { exact: true }).focus()
    await dialog.getByRole('button', { name: 'Create user' }).click()
    await expect.poll(() => login.evaluate(field => field === field.ownerDocument.activeElement)).toBe(true)
    await page
      .getByRole('alert')
      .getByText(/Check (?:this field|these \d+ fields): Login/)
      .waitFor({ state: 'attached' })

    // The panel alone knows that this one is taken.
    await login.fill('admin')
    await dialog.getByLabel('Password', { exact: true }).fill('long enough for everybody')
    await dialog.getByRole('button', { name: 'Create user' }).click()
    await page
      .getByRole('alert')
      .getByText(/Check this field: Login/)
      .waitFor({ state: 'attached' })
    await expect.poll(() => login.evaluate(field => field === field.ownerDocument.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
  })
})

/** As the operator of a node with a mirror of their own does. */
function allowPrivateDownloads(dataDir: string): void {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  const file = entries.find(({ name }) => name === 'daemon.yaml')
  if (!file) throw new Error(`there is no daemon.yaml in ${dataDir}`)
  appendFileSync(join(file.parentPath, file.name), '\ndownloads:\n  allow_private_addresses: true\n')
}
