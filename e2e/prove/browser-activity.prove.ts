// What happened, who did it and who may do what, told to administrators and to somebody who may only look.

import { readFileSync } from 'node:fs'
import { listGameServerActivity } from '@rookery/contracts/http/activity.ts'
import { sendConsoleCommand, startGameServer } from '@rookery/contracts/http/game-servers.ts'
import { changePermissionsOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { createUser, listUsers } from '@rookery/contracts/http/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../api.ts'
import { missingBrowser, openPage, signInPage, takePictures, type WatchedPage } from '../browser.ts'
import { openStory, type Story } from '../story.ts'
import { waitFor } from '../wait-for.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

describe.skipIf(missingBrowser)('activity and access', () => {
  let story: Story
  let administrator: WatchedPage
  let nina: WatchedPage
  let server: number
  /** Midnight may have passed since it happened. */
  const today = /^(Today|Yesterday)$/

  beforeAll(async () => {
    story = await openStory('activity')
    server = await story.createArena('Night watch')
    await story.api.waitForState(server, 'running')
    const person = { login: `nina-of-${story.person.login}`, password: 'nina looks and does nothing' }
    const { id } = await story.api.call(createUser, { body: { ...person, name: 'Nina' } })
    await story.api.call(changePermissionsOnGameServer, {
      params: { id: String(id), server: String(server) },
      body: [{ permission: 'game-server-common', value: true }],
    })
    administrator = await story.openPage()
    nina = await openPage(await story.browser())
    await signInPage(nina.page, await signIn(story.url, person))
  })
  afterAll(() => story?.close())

  const params = () => ({ server: String(server) })
  /** What happened to the game server itself. */
  const known = async () =>
    (await story.api.call(listGameServerActivity, { params: params() })).filter(
      ({ what }) => what !== 'people',
    )
  const line = (page: Page, text: string | RegExp) =>
    page.getByRole('listitem').filter({ hasText: text }).first()
  const open = (page: Page, tab: string) => page.goto(`${story.url}/servers/${server}/${tab}`)

  test('a game server that was made, installed and started tells so, once each, with who asked', async () => {
    await waitFor('three lines are there', async () => (await known()).length >= 3)
    expect((await known()).map(({ what, by }) => [what, by?.login])).toEqual([
      ['task', story.person.login],
      ['task', story.person.login],
      ['created', story.person.login],
    ])
    const { page } = administrator
    await open(page, 'activity')
    await page.getByRole('heading', { name: today }).waitFor()
    await line(page, `${story.person.login} started this server`).waitFor()
    await line(page, `${story.person.login} installed this server`).waitFor()
    await line(page, `${story.person.login} created this server`).waitFor()
  })

  test('stopping it in the browser and editing a file appear, and the choice of a kind narrows the list', async () => {
    const { page } = administrator
    await page.getByRole('button', { name: /^Stop/ }).first().click()
    await line(page, `${story.person.login} stopped this server`).waitFor()
    const path = `/api/servers/${server}/files/content?path=motd.txt`
    const written = await fetch(`${story.url}${path}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${story.api.sessionToken}`,
        'content-type': 'application/octet-stream',
      },
      body: 'welcome',
    })
    expect(written.status).toBeLessThan(300)
    await waitFor('the file is told', async () => (await known()).some(({ what }) => what === 'files'))
    await page.reload()
    await line(page, `${story.person.login} edited a file on this server`).getByText('motd.txt').waitFor()
    await takePictures(page, 'activity-1-server')

    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'Files' }).click()
    await page.waitForURL(/kind=files/)
    await line(page, `${story.person.login} edited a file on this server`).waitFor()
    await page.getByText(`${story.person.login} stopped this server`).waitFor({ state: 'detached' })
  })

  test('a crash is told with its exit code, on the home page too', async () => {
    await story.api.call(startGameServer, { params: params() })
    await story.api.waitForState(server, 'running')
    await story.api.call(sendConsoleCommand, { params: params(), body: { command: 'crash' } })
    const crash = async () =>
      (await known()).find(entry => entry.what === 'state' && entry.state === 'crashed')
    await waitFor('the crash is told', async () => (await crash()) !== undefined)
    expect(await crash()).toMatchObject({ by: null, kind: 'run', exit_code: 1 })
    // The home page has only the last lines: of hers, none is from another story.
    const { page } = nina
    await page.goto(story.url)
    await page.getByRole('heading', { name: today }).waitFor()
    await line(page, /Night watch.*Crashed/).waitFor()
    await takePictures(page, 'activity-2-home')
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await line(page, /Night watch.*Stopped/).waitFor()
    await administrator.page.goto(`${story.url}/activity`)
    await line(administrator.page, /activity.* stopped Night watch/).waitFor()
  })

  test('5.6 somebody who may only look learns that files were edited, not which and not by whom', async () => {
    const { page } = nina
    await open(page, 'activity')
    await line(page, 'File edited').waitFor()
    const text = await page.getByRole('main').innerText()
    expect(text).toContain('This server was stopped')
    expect(text).not.toContain('motd.txt')
    expect(await line(page, 'File edited').innerText()).not.toContain(story.person.login)
    await takePictures(page, 'activity-3-looking')
  })

  test('5.6 the access tab tells an administrator who may do what here and why; others do not have it', async () => {
    const { page } = administrator
    await open(page, 'activity')
    await page.getByRole('link', { name: 'Access', exact: true }).click()
    await line(page, 'Nina').getByText('Can only see the server').waitFor()
    await page.getByRole('button', { name: 'Why Nina has this access' }).click()
    await page.getByText('Allowed directly for this user on this server.').waitFor()
    await takePictures(page, 'access-1-why')
    await page.getByRole('button', { name: 'Change permissions of Nina' }).click()
    const boxes = page.getByRole('group', { name: 'Change permissions of Nina' })
    await boxes.getByRole('checkbox', { name: 'See the server', checked: true }).waitFor()
    await boxes.getByRole('checkbox', { name: 'Start', exact: true, checked: false }).waitFor()

    expect(await nina.page.getByRole('link', { name: 'Access', exact: true }).count()).toBe(0)
    await open(nina.page, 'access')
    await nina.page.getByText('You don’t have access to this page').waitFor()
  })

  test('one administrator grants a permission, another finds who it was and takes the list with them', async () => {
    const person = { login: `olga-of-${story.person.login}`, password: 'olga asks who it was' }
    await story.api.call(createUser, { body: { ...person, roles: ['admin'] } })
    const olga = await openPage(await story.browser())
    await signInPage(olga.page, await signIn(story.url, person))
    const { page } = olga
    await page.goto(story.url)
    await page.getByRole('link', { name: 'Activity', exact: true }).click()
    await page.getByRole('heading', { name: 'Activity' }).waitFor()

    const ninaLogin = `nina-of-${story.person.login}`
    const users = await story.api.call(listUsers, { query: { q: ninaLogin } })
    const id = String(users.find(({ login }) => login === ninaLogin)?.id)
    await story.api.call(changePermissionsOnGameServer, {
      params: { id, server: String(server) },
      body: [{ permission: 'game-server-files', value: true }],
    })
    const sentence = `${story.person.login} gave ${ninaLogin} permissions on Night watch: Files`
    // It comes by itself, to a page that was open before.
    await line(page, sentence).waitFor()

    await page.getByRole('combobox', { name: 'Person' }).fill(ninaLogin)
    // The first people are offered at once; when those who match have come, nothing moves any more.
    await waitFor('only she is offered', async () => (await page.getByRole('option').count()) === 1)
    await page.getByRole('option', { name: ninaLogin }).click()
    await page.waitForURL(new RegExp(`user=${id}`))
    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'Permissions' }).click()
    await page.waitForURL(/kind=permissions/)
    await line(
      page,
      `${story.person.login} gave ${ninaLogin} permissions on Night watch: See the server`,
    ).waitFor()
    await takePictures(page, 'activity-4-who-granted')
    await page.reload()
    await line(page, sentence).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const rows = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(rows).toHaveLength(3)
    expect(rows[1]).toContain(
      `,${story.person.login},session,permissions,permissions_changed,user,${id},${ninaLogin},`,
    )
    expect(olga.problems).toEqual([])
  })

  test('a person sees their own entries and nothing of the others', async () => {
    const { page } = nina
    await page.goto(`${story.url}/activity`)
    await line(page, `gave nina-of-${story.person.login} permissions on Night watch: Files`).waitFor()
    await line(page, `nina-of-${story.person.login} signed in`).waitFor()
    const text = await page.getByRole('main').innerText()
    expect(text).not.toContain(`olga-of-${story.person.login}`)
  })

  test('the browsers met no error', () => {
    // A game that has just crashed does not answer how many play.
    const problems = [...administrator.problems, ...nina.problems].filter(text => !text.includes('503'))
    expect(problems).toEqual([])
  })
})
