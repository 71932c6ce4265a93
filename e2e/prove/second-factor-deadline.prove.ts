// The reminder to protect an administrator's account, and what happens when its deadline has passed.

import { DatabaseSync } from 'node:sqlite'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt } from '../../panel/test/sign-in/people.ts'
import { launchBrowser, missingBrowser, openPage, takePictures, type WatchedPage } from '../browser.ts'
import { createHome, type Rookery, startRookery } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

const password = 'a story about time'
const dayMs = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

describe.skipIf(missingBrowser)('the deadline of the second factor', () => {
  let home: Awaited<ReturnType<typeof createHome>>
  let rookery: Rookery
  let browser: Browser
  let watched: WatchedPage

  beforeAll(async () => {
    home = await createHome()
    rookery = await startRookery(home, { ADMIN_PASSWORD: password })
    browser = await launchBrowser()
    watched = await openPage(browser, { mayLog: /the server responded with a status of (401|403|422)/ })
  })
  afterAll(async () => {
    await browser?.close()
    await rookery?.interrupt()
    await home?.remove()
  })

  const heading = (name: string) => watched.page.getByRole('heading', { name })
  const reminder = () => watched.page.getByRole('button', { name: 'Remind me later' })

  async function enterPassword(): Promise<void> {
    const { page } = watched
    await page.goto(rookery.url)
    await page.getByLabel('Login').fill('admin')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  async function signOut(): Promise<void> {
    const { page } = watched
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Login').waitFor()
  }

  const openDatabase = () => new DatabaseSync(`${home.dataDir}/panel.sqlite`)
  function metadata(): Record<string, string> {
    const database = openDatabase()
    const row = database.prepare("select metadata from users where login = 'admin'").get()
    database.close()
    return JSON.parse(String(row?.metadata))
  }

  /** Time passes while the panel is stopped: dates in the database become older instead. */
  async function restartWith(dates: Record<string, string>, variables: Record<string, string> = {}) {
    // A page that asks a stopped panel would tell its browser so.
    await watched.page.goto('about:blank')
    await rookery.interrupt()
    const database = openDatabase()
    const stored = JSON.stringify({ ...metadata(), ...dates })
    database.prepare("update users set metadata = ? where login = 'admin'").run(stored)
    database.close()
    rookery = await startRookery(home, variables)
  }

  test('5.5.3 (C341, C138) closing the reminder puts it off for a day, and moves no deadline', async () => {
    const { page } = watched
    await enterPassword()
    await reminder().waitFor()
    await takePictures(page, '7-remind-later')
    const { mfa_first_shown_at: firstShown } = metadata()
    await page.keyboard.press('Escape')
    await reminder().waitFor({ state: 'hidden' })
    await waitFor('the answer is kept', () => Object.keys(metadata()).length > 1)
    const { mfa_first_shown_at: stillShown, ...others } = metadata()
    expect(stillShown).toBe(firstShown)
    const [hiddenUntil] = Object.values(others)
    expect(Date.parse(hiddenUntil ?? '') - Date.now()).toBeGreaterThan(dayMs - 10 * 60_000)

    await page.reload()
    await heading('Pick a game').waitFor()
    expect(await reminder().count()).toBe(0)
    await signOut()
    await enterPassword()
    await heading('Pick a game').waitFor()
    expect(await reminder().count()).toBe(0)
  })

  test('5.5.3 (C138) a day later it is there again, with the days that are left; the button puts it off too', async () => {
    const { page } = watched
    const hiddenKey = Object.keys(metadata()).find(key => key !== 'mfa_first_shown_at') ?? ''
    await restartWith({ mfa_first_shown_at: daysAgo(27.5), [hiddenKey]: daysAgo(0.01) })
    await page.goto(rookery.url)
    await reminder().waitFor()
    await takePictures(page, '7-remind-soon')
    await reminder().click()
    await reminder().waitFor({ state: 'hidden' })
    await waitFor('the answer is kept', () => Date.parse(metadata()[hiddenKey] ?? '') > Date.now())
  })

  test('5.5.5 (C140) a session from before the deadline goes on after it', async () => {
    await restartWith({ mfa_first_shown_at: daysAgo(31) }, { AUTH_MFA_ENROLLMENT_TOKEN_TTL: '6s' })
    await watched.page.goto(rookery.url)
    await heading('Pick a game').waitFor()
    await signOut()
  })

  test('5.5.4 a restricted sign-in whose time runs out leads back to the password', async () => {
    await enterPassword()
    await watched.page.getByText('The time to set it up has run out.').waitFor()
    await takePictures(watched.page, '7-enrollment-over')
  })

  test('5.5.4 (C041, C042, C043) past the deadline: enroll within the time shown, then sign in with a code', async () => {
    const { page } = watched
    await restartWith({ mfa_first_shown_at: daysAgo(31) })
    await enterPassword()
    await heading('Protect your account to continue').waitFor()
    const timeLeft = () => page.getByRole('timer').innerText()
    const first = await timeLeft()
    expect(first).toMatch(/^1[345]:\d\d$/)
    await waitFor('the time runs', async () => (await timeLeft()) !== first)
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await takePictures(page, '7-enrollment')

    // The restricted session is kept nowhere: other pages and a reload lead back to the password.
    expect(
      await page.evaluate(() => [...Object.values(sessionStorage), ...Object.values(localStorage)].join()),
    ).not.toContain('v4.local')
    await page.goto(`${rookery.url}/servers`)
    await page.getByLabel('Login').waitFor()
    await enterPassword()

    const visible = await page
      .getByText(/^[A-Z2-7 ]{32,}$/)
      .first()
      .innerText()
    const secret = visible.replaceAll(' ', '')
    await page.getByLabel('Six-digit code').first().fill('000000')
    await page.getByText(/code is wrong/i).waitFor()
    await takePictures(page, '7-enrollment-wrong-code')
    const usedCode = codeAt(secret, Date.now())
    await page.getByLabel('Six-digit code').first().fill(usedCode)
    await heading('Save your recovery codes').waitFor()
    await takePictures(page, '7-enrollment-codes')
    await page.getByLabel('I’ve saved them').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    // Its login session has ended with it; the password was typed a moment ago, so only a code is asked for.
    await page.getByText('Enter your code').waitFor()
    await page.getByText('Each code works once').waitFor()
    await takePictures(page, '7-enrolled')
    // The clock of this telephone is a little fast, which is allowed for: nobody waits for the next code.
    await page
      .getByLabel('Six-digit code')
      .first()
      .fill(codeAt(secret, Date.now() + 30_000))
    await heading('Pick a game').waitFor()
    expect(await reminder().count()).toBe(0)
  })

  test('5.11 no error and no violation on the way', () => {
    expect(watched.problems).toEqual([])
  })
})
