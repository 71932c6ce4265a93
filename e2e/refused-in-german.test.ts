// A form that the panel refuses, in a browser that speaks German: what is wrong is said in German, although the panel
// answers in English.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingBrowser } from './browser.ts'
import { openStory, type Story } from './story.ts'

describe.skipIf(missingBrowser)('a refused form in German', () => {
  let story: Story
  beforeAll(async () => {
    story = await openStory('german')
  })
  afterAll(() => story?.close())

  test('a login that is taken, and an address that is none', async () => {
    const { page, problems } = await story.openPage({ mayLog: /status of 422/ })
    await page.addInitScript(`localStorage.setItem('rookery.language', 'de')`)
    await page.goto(`${story.url}/people`)
    await page.getByRole('button', { name: 'Benutzer erstellen' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Benutzername', { exact: true }).fill('admin')
    await dialog.getByRole('button', { name: 'Erzeugen' }).click()
    await dialog.getByRole('button', { name: 'Benutzer erstellen' }).click()
    await dialog.getByText('Schon vergeben. Wähle einen anderen Namen.').waitFor()
    await dialog.getByLabel('E-Mail (optional)').fill('nobody@nowhere')
    await dialog.getByRole('button', { name: 'Benutzer erstellen' }).click()
    await dialog.getByText('Gib eine gültige E-Mail-Adresse ein.').waitFor()
    expect(problems).toEqual([])
  })
})
