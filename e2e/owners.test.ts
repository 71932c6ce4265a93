// A server of one's own: an administrator makes somebody its owner, who lets a friend in by login; the friend starts it,
// and takes it over.

import { changeGameServer, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { createUser } from '@rookery/contracts/http/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from './api.ts'
import { missingBrowser, openPage, signInPage, takePictures, type WatchedPage } from './browser.ts'
import { openStory, type Story } from './story.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

describe.skipIf(missingBrowser)('owners', () => {
  let story: Story
  let server: number
  let owner: { login: string; password: string }
  let friend: { id: number; login: string; password: string }
  let owners: WatchedPage
  let friends: WatchedPage
  const serverName = 'Castle of the owners'

  const personOf = async (name: string) => {
    const person = { login: `${name}-${story.person.login}`, password: 'a castle for the two of us' }
    const { id } = await story.api.call(createUser, { body: person })
    return { ...person, id }
  }
  const pageOf = async (person: { login: string; password: string }) => {
    const watched = await openPage(await story.browser(), { mayLog: /status of (403|404|422)/ })
    await signInPage(watched.page, await signIn(story.url, person))
    return watched
  }

  beforeAll(async () => {
    story = await openStory('owners')
    server = await story.createArena(serverName, false)
    await story.api.waitForState(server, 'stopped')
    owner = await personOf('olga')
    friend = await personOf('finn')
  })
  afterAll(() => story?.close())

  test('an administrator makes somebody the owner, who sees the server as theirs', async () => {
    const { page } = await story.openPage()
    await page.goto(`${story.url}/servers/${server}/access`)
    await page.getByRole('combobox', { name: 'Owner' }).fill(owner.login)
    await page.getByRole('option', { name: owner.login }).click()
    await expect
      .poll(async () => {
        const read = await story.api.call(readGameServer, { params: { server: String(server) } })
        return read.owner?.login
      })
      .toBe(owner.login)
    await takePictures(page, 'owners-administrator')
    owners = await pageOf(owner)
    await owners.page.goto(`${story.url}/servers/${server}`)
    await owners.page.getByRole('link', { name: 'Access', exact: true }).waitFor()
    await owners.page.getByText(owner.login).first().waitFor()
  })

  test('the owner lets a friend in by login; one that nobody has is refused', async () => {
    const { page } = owners
    await page.getByRole('link', { name: 'Access', exact: true }).click()
    await page.getByText('Only you so far').waitFor()
    await takePictures(page, 'owners-empty')
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Login').fill('nobody-has-this')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('No one has this login').waitFor()
    await dialog.getByLabel('Login').fill(friend.login)
    await dialog.getByRole('radio', { name: /^Operator/ }).check()
    await takePictures(page, 'owners-invite')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('button', { name: `Change permissions of ${friend.login}` }).waitFor()
    await takePictures(page, 'owners-people')
  })

  test('the friend signs in and starts the server', async () => {
    friends = await pageOf(friend)
    await friends.page.goto(`${story.url}/servers/${server}`)
    await friends.page
      .getByRole('button', { name: /^Start/ })
      .first()
      .click()
    await story.api.waitForState(server, 'running')
    expect(await friends.page.getByRole('link', { name: 'Access', exact: true }).count()).toBe(0)
  })

  test('the list of the friend has their own server first, apart from the shared one', async () => {
    const own = await story.createArena('Zoo of the friend', false)
    const params = { server: String(own) }
    await story.api.call(changeGameServer, { params, body: { owner_id: friend.id } })
    const { page } = friends
    await page.goto(`${story.url}/servers`)
    const rows = page.getByRole('grid').getByRole('row')
    await rows.filter({ hasText: 'Shared with you' }).waitFor()
    await takePictures(page, 'owners-list')
    const texts = (await rows.allInnerTexts()).slice(1)
    const expected = ['Your servers', 'Zoo of the friend', 'Shared with you', serverName]
    expect(texts.map((text, at) => text.includes(expected[at] ?? '?'))).toEqual(expected.map(() => true))
    await page.getByLabel('Filter by name').fill('castle')
    await rows.filter({ hasText: 'Your servers' }).waitFor({ state: 'detached' })
    expect(await rows.count()).toBe(3)
  })

  test('the owner offers the server; the friend takes it over, and the owner is out', async () => {
    const { page } = owners
    await page.getByRole('button', { name: 'Transfer ownership' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Login').fill(friend.login)
    await takePictures(page, 'owners-transfer')
    await dialog.getByRole('button', { name: 'Offer' }).click()
    await page.getByText(`Offered to ${friend.login}`).waitFor()
    await friends.page.goto(story.url)
    await friends.page.getByText(`${owner.login} offers you the server ${serverName}`).waitFor()
    await takePictures(friends.page, 'owners-offer')
    await friends.page.getByRole('button', { name: 'Accept' }).click()
    await friends.page.getByText('offers you the server').waitFor({ state: 'detached' })
    await friends.page.goto(`${story.url}/servers/${server}/access`)
    await friends.page.getByRole('button', { name: 'Transfer ownership' }).waitFor()
    await page.goto(`${story.url}/servers/${server}`)
    await page.getByText('You don’t have access').first().waitFor()
  })
})
