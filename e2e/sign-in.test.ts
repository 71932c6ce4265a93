// Signing in with a second factor, and a token for a script: in a real browser, against the real panel.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt } from '../panel/test/sign-in/people.ts'
import { proofTest } from '../test-services/proof-size.ts'
import { launchBrowser, missingBrowser, openPage, takePictures, type WatchedPage } from './browser.ts'
import { createHome, type Rookery, startRookery } from './rookery.ts'
import { waitFor } from './wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

describe.skipIf(missingBrowser)('sign-in', () => {
  let home: Awaited<ReturnType<typeof createHome>>
  let rookery: Rookery
  let browser: Browser
  let watched: WatchedPage
  let secret = ''
  let usedCode = ''
  const password = 'a story about keys'

  beforeAll(async () => {
    home = await createHome()
    rookery = await startRookery(home, { ADMIN_PASSWORD: password })
    browser = await launchBrowser()
    watched = await openPage(browser, { mayLog: /the server responded with a status of 40[19]/ })
  })
  afterAll(async () => {
    await browser?.close()
    await rookery?.interrupt()
    await home?.remove()
  })

  async function enterPassword() {
    const { page } = watched
    await page.getByLabel('Login').fill('admin')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  test('5.5 the reminder leads to the set-up: QR, code, ten recovery codes', async () => {
    const { page } = watched
    await page.goto(rookery.url)
    await enterPassword()
    await page.getByRole('button', { name: 'Set up now' }).waitFor()
    await takePictures(page, '7-reminder')
    await page.getByRole('button', { name: 'Set up now' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    secret = (
      await page
        .getByText(/^[A-Z2-7 ]{32,}$/)
        .first()
        .innerText()
    ).replaceAll(' ', '')
    await takePictures(page, '7-set-up')
    usedCode = codeAt(secret, Date.now())
    await page.getByLabel('Six-digit code').first().fill(usedCode)
    await page.getByText('Save your recovery codes').waitFor()
    const codes = (await page.locator('body').innerText()).match(
      /\b[bcdfghjkmnpqrstvwxz2-9]{5}-[bcdfghjkmnpqrstvwxz2-9]{5}\b/g,
    )
    expect(new Set(codes).size).toBe(10)
    await takePictures(page, '7-recovery-codes')
    await page.getByLabel('I saved them').check()
    await page
      .getByRole('button', { name: /Done|Go on|Finish|Close/ })
      .last()
      .click()
  })

  test('3 the next sign-in asks for a code; the one just used is refused, the next is taken', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await enterPassword()
    await page.getByText('Enter your code').waitFor()
    await takePictures(page, '7-code')
    await page.getByLabel('Six-digit code').first().fill(usedCode)
    await page.getByText('This code is wrong or was already used. 4 attempts left.').waitFor()
    // The clock of this telephone is a little fast, which is allowed for: nobody waits for the next code.
    await page
      .getByLabel('Six-digit code')
      .first()
      .fill(codeAt(secret, Date.now() + 30_000))
    await page.getByRole('heading', { name: 'Pick a game' }).waitFor()
  })

  proofTest(
    '5.2 a token made in the profile works with curl as it is shown, and no longer after it is revoked',
    async () => {
      const { page } = watched
      await page.goto(`${rookery.url}/profile/tokens?new=true`)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('nightly list')
      await dialog
        .getByRole('checkbox', { name: /list servers/i })
        .first()
        .check()
      await takePictures(page, '8-new-token')
      await dialog.getByRole('button', { name: 'Create access token' }).click()
      await page.getByText('nightly list is ready').waitFor()
      const command = await dialog.getByText(/^curl /).innerText()
      expect(command).toMatch(/Bearer \d+\|\S{32,}' /)
      await takePictures(page, '8-token')
      // Pasted into a shell, as it is meant to be.
      const pasted = ['-c', `${command} --silent --output /dev/null --write-out '%{http_code}'`]
      const list = async () => Number((await promisify(execFile)('sh', pasted)).stdout)
      expect(await list()).toBe(200)
      await page.keyboard.press('Escape')
      await page.goto(`${rookery.url}/profile/tokens`)
      await page.getByRole('button', { name: 'Revoke nightly list' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
      await waitFor('the token is refused', async () => (await list()) === 401)
      await page.goto(`${rookery.url}/profile`)
      await page.getByText('About you').waitFor()
      await takePictures(page, '8-profile')
    },
  )

  test('5.11 no error and no violation on the way', () => {
    expect(watched.problems).toEqual([])
  })
})
