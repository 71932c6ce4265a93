// The file manager, told in a real browser: made, edited, contested, packed, found, taken home and deleted.

import { readFileSync } from 'node:fs'
import { listFiles } from '@rookery/contracts/http/files.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofTest } from '../test-services/proof-size.ts'
import type { Api } from './api.ts'
import { missingBrowser, takePictures, type WatchedPage } from './browser.ts'
import { openStory, type Story } from './story.ts'
import { waitFor } from './wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

describe.skipIf(missingBrowser)('files', () => {
  let story: Story
  let api: Api
  let watched: WatchedPage
  let page: Page
  let gameServerId = 0

  beforeAll(async () => {
    story = await openStory('files')
    ;({ api } = story)
    gameServerId = await story.createArena('Library', false)
    await api.waitForState(gameServerId, 'stopped')
    watched = await story.openPage({ mayLog: /the server responded with a status of 412/ })
    ;({ page } = watched)
  })
  afterAll(() => story?.close())

  const contentAddress = (path: string) =>
    `${story.url}/api/servers/${gameServerId}/files/content?path=${encodeURIComponent(path)}`
  const authorization = () => ({ authorization: `Bearer ${api.sessionToken}` })
  const namesIn = async (path: string) => {
    const query = { path }
    const entries = await api.call(listFiles, { params: { server: String(gameServerId) }, query })
    return entries.map(({ name }) => name)
  }
  async function textOf(path: string): Promise<string> {
    const answer = await fetch(contentAddress(path), { headers: authorization() })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  async function write(path: string, body: string): Promise<void> {
    const answer = await fetch(contentAddress(path), { method: 'PUT', headers: authorization(), body })
    expect(answer.status).toBe(204)
  }
  async function choose(name: string, item: string): Promise<void> {
    await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const openNamed = (name: string) =>
    page.getByRole('grid').getByRole('button', { name, exact: true }).click()
  const row = (name: string) => page.getByRole('button', { name: `More actions for ${name}`, exact: true })
  const editor = () => page.locator('.cm-content')
  const mine = 'name=first\nmap=kitchen\nplayers=8\n'

  test('8.2 the tab shows the folder of the game; a folder and a file are made in it', async () => {
    await page.goto(`${story.url}/servers/${gameServerId}`)
    await page.getByRole('link', { name: 'Files', exact: true }).click()
    await page.getByRole('grid').waitFor()
    await takePictures(page, '12-files')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('notes')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await row('notes').waitFor()
    await openNamed('notes')
    await page.getByText('This folder is empty').waitFor()
    expect(page.url()).toContain('path=notes')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New file' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('arena.properties')
    await page.getByRole('dialog').getByRole('button', { name: 'Create and edit' }).click()
    await editor().waitFor()
    expect(await textOf('notes/arena.properties')).toBe('')
  })

  test('8.2 a text is typed and saved with Ctrl+S; leaving with unsaved words asks first', async () => {
    await editor().click()
    await page.keyboard.type('name=first\nmap=kitchen\n')
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await editor().click()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await textOf('notes/arena.properties')).toBe('name=first\nmap=kitchen\n')
  })

  test('8.2 what changed behind its back is shown, and neither side is lost by accident', async () => {
    await write('notes/arena.properties', 'name=theirs\nmap=kitchen\n')
    await editor().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('players=8\n')
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The file changed while you were editing').waitFor()
    await dialog.getByText('name=theirs').waitFor()
    await dialog.getByText('players=8').waitFor()
    await takePictures(page, '12-conflict')
    expect(await textOf('notes/arena.properties')).toBe('name=theirs\nmap=kitchen\n')
    await dialog.getByRole('button', { name: 'Continue editing' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByRole('button', { name: 'Overwrite with my version' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await textOf('notes/arena.properties')).toBe(mine)
  })

  proofTest('8.2 the version of the node is taken instead', async () => {
    await write('notes/arena.properties', 'name=again\n')
    await editor().click()
    await page.keyboard.type('x')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByRole('button', { name: 'Use the node’s version' }).click()
    await editor().getByText('name=again').waitFor()
    expect(await textOf('notes/arena.properties')).toBe('name=again\n')
    await write('notes/arena.properties', mine)
  })

  test('8.2 it is renamed in place and copied with the keyboard', async () => {
    await page.getByRole('button', { name: 'Back to notes' }).click()
    await row('arena.properties').waitFor()
    await choose('arena.properties', 'Rename')
    await page.keyboard.type('settings')
    await page.keyboard.press('Enter')
    await row('settings.properties').waitFor()
    expect(await namesIn('notes')).toEqual(['settings.properties'])
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await row('settings (2).properties').waitFor()
    expect(await textOf('notes/settings (2).properties')).toBe(mine)
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await namesIn('notes')).toEqual(['settings (2).properties', 'settings.properties'])
  })

  proofTest('8.2 the keyboard goes on where it was, up and down', async () => {
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('F2')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Backspace')
    await row('notes').waitFor()
    await page.getByRole('checkbox', { name: 'Select notes', exact: true }).click()
    await page.getByRole('grid').focus()
    await page.keyboard.press('Enter')
    await row('settings.properties').waitFor()
    await waitFor('the keyboard is in the table', () =>
      page.getByRole('grid').evaluate(grid => grid === grid.ownerDocument.activeElement),
    )
  })

  proofTest('8.2 rights are changed and a checksum is told', async () => {
    await choose('settings.properties', 'Permissions')
    await page.getByRole('checkbox', { name: 'Owner: Run' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const entries = await api.call(listFiles, {
      params: { server: String(gameServerId) },
      query: { path: 'notes' },
    })
    expect(entries.find(({ name }) => name === 'settings.properties')?.mode).toMatch(/^0?7/)
    await choose('settings.properties', 'Checksum')
    await page
      .getByRole('dialog')
      .getByText(/^[0-9a-f]{64}$/)
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  })

  test('8.2 a folder is packed and unpacked elsewhere, followed live', async () => {
    await page.getByRole('button', { name: 'Game folder' }).first().click()
    await choose('notes', 'Compress')
    await page.getByRole('dialog').getByRole('button', { name: 'Compress' }).click()
    await page.getByText('Compressed files of Library').first().waitFor({ timeout: 60_000 })
    await row('notes.zip').waitFor()
    await page.getByRole('button', { name: 'Hide' }).click()
    await choose('notes.zip', 'Extract')
    await page
      .getByRole('dialog')
      .getByText(/A backup is taken first|no way back/)
      .waitFor()
    await page.getByRole('dialog').getByLabel('Folder').fill('unpacked')
    await page.getByRole('dialog').getByRole('button', { name: 'Extract' }).click()
    await page.getByText('Extracted an archive in Library').first().waitFor({ timeout: 60_000 })
    await row('unpacked').waitFor()
    expect(await textOf('unpacked/notes/settings.properties')).toBe(mine)
  })

  proofTest('8.2 a search finds a line and jumps to it', async () => {
    await write('notes/long.txt', `${'quiet\n'.repeat(120)}the needle is here\n${'quiet\n'.repeat(20)}`)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByLabel('Contains text').fill('needle')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await takePictures(page, '12-search')
    await page.getByRole('button', { name: 'Line 121: the needle is here' }).click()
    await page.getByText('Line 121, column', { exact: false }).waitFor()
    await editor().getByText('the needle is here').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Line 121: the needle is here' }).waitFor()
    await page.getByRole('button', { name: 'Close search' }).click()
  })

  proofTest('8.2 one file and several come home', async () => {
    await row('notes.zip').waitFor()
    await openNamed('notes')
    await row('long.txt').waitFor()
    const [one] = await Promise.all([page.waitForEvent('download'), choose('long.txt', 'Download')])
    expect(one.suggestedFilename()).toBe('long.txt')
    expect(readFileSync(await one.path(), 'utf8')).toContain('the needle is here')
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    const [several] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as archive' }).click(),
    ])
    expect(several.suggestedFilename()).toMatch(/\.zip$/)
    expect(
      readFileSync(await several.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })

  proofTest('T-075 a name with markup is shown and never run', async () => {
    const hostile = 'x<img src=y onerror=alert(1)>.txt'
    await write(`notes/${hostile}`, 'harmless\n')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await row(hostile).waitFor()
    await choose(hostile, 'Delete')
    await page.getByRole('dialog').getByText(hostile).first().waitFor()
    expect(await page.locator('img[src="y"]').count()).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await waitFor('it is gone', async () => !(await namesIn('notes')).includes(hostile))
  })

  test('8.2 everything is deleted with the keyboard, after a question that names it', async () => {
    await page.getByRole('button', { name: 'Game folder' }).first().click()
    await row('unpacked').waitFor()
    for (const name of ['notes', 'unpacked', 'notes.zip']) {
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click()
    }
    await page.getByRole('grid').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').getByText('Delete 3 items?').waitFor()
    await page.getByRole('dialog').getByText('unpacked', { exact: true }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row('notes.zip').waitFor({ state: 'hidden' })
    const left = await namesIn('')
    expect(left).not.toContain('notes')
    expect(left).not.toContain('unpacked')
  })

  test('5.11 no error and no violation on the way', () => {
    // A conflict is what the story asks for, and the browser itself logs the refusal.
    expect(watched.problems).toEqual([])
  })
})
