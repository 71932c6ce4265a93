// A server is suspended while a friend watches its console: the console closes, the reason is shown, nothing starts it;
// unsuspended and started, it runs again. And a person, who reads why when they sign in.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { readGameServer, startGameServer } from '@rookery/contracts/http/game-servers.ts'
import { changePermissionsOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { createUser, type User } from '@rookery/contracts/http/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from './api.ts'
import { missingBrowser, openPage, signInPage, takePictures, type WatchedPage } from './browser.ts'
import { openStory, type Story } from './story.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

describe.skipIf(missingBrowser)('suspension', () => {
  let story: Story
  let server: number
  let friend: User
  let friends: WatchedPage
  const password = 'a friend of the whole castle'
  const serverName = 'Castle that is not paid for'
  const reason = 'The invoice of March is not paid'

  beforeAll(async () => {
    story = await openStory('suspension')
    server = await story.createArena(serverName, true)
    await story.api.waitForState(server, 'running')
    const body = { login: `finn-${story.person.login}`, password }
    friend = await story.api.call(createUser, { body })
    const permissions: GameServerPermission[] = [
      ...(['game-server-common', 'game-server-start', 'game-server-stop'] as const),
      ...(['game-server-console-view', 'game-server-console-send', 'game-server-files'] as const),
    ]
    await story.api.call(changePermissionsOnGameServer, {
      params: { id: String(friend.id), server: String(server) },
      body: permissions.map(permission => ({ permission, value: true })),
    })
    friends = await openPage(await story.browser(), { mayLog: /status of (403|404|409|401)/ })
    await signInPage(friends.page, await signIn(story.url, { login: friend.login, password }))
  })
  afterAll(() => story?.close())

  /** Activity says it too. */
  const noticeOn = (page: WatchedPage['page']) =>
    page.getByRole('strong').filter({ hasText: `This server is suspended: ${reason}` })
  const read = () => story.api.call(readGameServer, { params: { server: String(server) } })

  test('the friend watches the console', async () => {
    await friends.page.goto(`${story.url}/servers/${server}/console`)
    await friends.page
      .getByPlaceholder(/command/i)
      .first()
      .waitFor()
  })

  test('the administrator suspends it, with a reason', async () => {
    const { page } = await story.openPage()
    await page.goto(`${story.url}/servers/${server}/settings#danger`)
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Suspend' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Reason').fill(reason)
    await takePictures(page, 'suspension-dialog')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await noticeOn(page).waitFor()
    await story.api.waitForState(server, 'stopped')
    await takePictures(page, 'suspension-settings')
  })

  test('the friend’s console closes, and the reason is shown', async () => {
    const { page } = friends
    await noticeOn(page).waitFor()
    await page.getByRole('link', { name: 'Console', exact: true }).waitFor({ state: 'detached' })
    await takePictures(page, 'suspension-friend-console')
    await page.goto(`${story.url}/servers/${server}`)
    await noticeOn(page).waitFor()
    await page.getByText('Suspended', { exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: /^Start/ }).count()).toBe(0)
    await takePictures(page, 'suspension-friend')
    await page.goto(`${story.url}/servers`)
    await page.getByText('Suspended', { exact: true }).first().waitFor()
    await takePictures(page, 'suspension-list')
  })

  test('nothing starts it', async () => {
    const params = { server: String(server) }
    await expect(story.api.call(startGameServer, { params })).rejects.toThrow(/suspended/)
    expect((await read()).state).toBe('stopped')
  })

  test('unsuspended and started, it runs again, and the friend reads its console', async () => {
    const { page } = await story.openPage()
    await page.goto(`${story.url}/servers/${server}/settings#danger`)
    await page.getByRole('button', { name: 'Unsuspend and start' }).click()
    await noticeOn(page).waitFor({ state: 'detached' })
    await story.api.waitForState(server, 'running')
    expect((await read()).suspended).toBeNull()
    await friends.page.goto(`${story.url}/servers/${server}/console`)
    await friends.page
      .getByPlaceholder(/command/i)
      .first()
      .waitFor()
  })

  test('a suspended person is out, and reads why when they sign in', async () => {
    const { page } = await story.openPage()
    await page.goto(`${story.url}/people/users/${friend.id}`)
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Spam in the chat')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('Spam in the chat').waitFor()
    await takePictures(page, 'suspension-user')
    const theirs = friends.page
    await theirs.goto(story.url)
    await theirs.getByLabel('Login').fill(friend.login)
    await theirs.getByLabel('Password', { exact: true }).fill(password)
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await theirs.getByText('This account is suspended: Spam in the chat').waitFor()
    await takePictures(theirs, 'suspension-sign-in')
    await page.getByRole('button', { name: 'Unsuspend' }).click()
    await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await theirs.getByText('This account is suspended').waitFor({ state: 'detached' })
  })
})
