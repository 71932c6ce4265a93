// Plans: an administrator gives somebody one; they see what is left of it, create a server within it, are refused beyond
// it, and invite a friend. Lowering the plan says that more is used, and stops nothing.

import { createGameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { deletePlan, listPlans } from '@rookery/contracts/http/plans.ts'
import { createUser } from '@rookery/contracts/http/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, signIn } from './api.ts'
import { missingBrowser, openPage, signInPage, takePictures, type WatchedPage } from './browser.ts'
import { deleteGameServers, openStory, type Story } from './story.ts'

if (missingBrowser) console.warn(`skipped: ${missingBrowser}`)

describe.skipIf(missingBrowser)('plans', () => {
  const planName = 'Starter of the plans story'
  const gib = 1024 ** 3
  let story: Story
  let administrators: WatchedPage
  let holders: WatchedPage
  let holder: { id: number; login: string; password: string }
  let friend: { id: number; login: string; password: string }
  let holderApi: Api

  const personOf = async (name: string) => {
    const person = { login: `${name}-${story.person.login}`, password: 'a plan for one of us alone' }
    const { id } = await story.api.call(createUser, { body: person })
    return { ...person, id }
  }
  const ownServers = () => holderApi.call(listGameServers, { query: { owner: 'me' } })
  const planNow = async () => (await story.api.call(listPlans, {})).find(({ name }) => name === planName)

  beforeAll(async () => {
    story = await openStory('plans')
    holder = await personOf('paula')
    friend = await personOf('fritz')
    holderApi = await signIn(story.url, holder)
    administrators = await story.openPage()
    holders = await openPage(await story.browser(), { mayLog: /status of (403|404|409|422)/ })
    await signInPage(holders.page, await signIn(story.url, holder))
  })
  afterAll(async () => {
    const servers = (await holderApi?.call(listGameServers, {})) ?? []
    await deleteGameServers(
      story.api,
      servers.map(({ id }) => id),
    )
    const plan = await planNow()
    if (plan) await story.api.call(deletePlan, { params: { id: String(plan.id) } })
    await story?.close()
  })

  test('an administrator creates a plan, and gives it to a person', async () => {
    const { page } = administrators
    await page.goto(`${story.url}/people/plans`)
    await page.getByRole('button', { name: 'Create plan' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill(planName)
    await dialog.getByLabel('Servers', { exact: true }).fill('2')
    await dialog.getByLabel('Memory', { exact: true }).fill('1')
    await dialog.getByRole('combobox', { name: 'Templates' }).click()
    await page.getByRole('option', { name: 'Only these' }).click()
    await dialog.getByLabel('Templates: only these').fill('Arena')
    await page.getByRole('option', { name: 'Arena', exact: true }).click()
    // Its list stays open for the next one, and covers what is below.
    await page.keyboard.press('Tab')
    await dialog.getByLabel(/limits can’t be enforced/).check()
    await takePictures(page, 'plans-create')
    await dialog.getByRole('button', { name: 'Create plan' }).click()
    await page.getByRole('heading', { name: planName }).waitFor()
    await page.goto(`${story.url}/people/users/${holder.id}`)
    await page.getByRole('combobox', { name: 'Plan' }).click()
    await page.getByRole('option', { name: planName }).click()
    const section = page.locator('form', { has: page.getByRole('combobox', { name: 'Plan' }) })
    await section.getByRole('button', { name: 'Save' }).click()
    await section.getByText('0 of 2').waitFor()
    await takePictures(page, 'plans-of-user')
  })

  test('the person sees what is left, and creates a server of their own within it', async () => {
    const { page } = holders
    await page.goto(story.url)
    await page.getByText(`Your plan: ${planName}`).waitFor()
    await takePictures(page, 'plans-home')
    await page.getByRole('link', { name: 'New server' }).click()
    await page.getByRole('button', { name: /^Arena/ }).click()
    await page.getByText('1 GiB of 1 GiB left').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Castle of a plan')
    await page.getByLabel('Memory', { exact: true }).fill('0.5')
    await takePictures(page, 'plans-new-server')
    await page.getByRole('button', { name: 'Create and start' }).click()
    await page.waitForURL(/\/servers\/\d+$/)
    const [server] = await ownServers()
    expect(server).toMatchObject({ name: 'Castle of a plan', owner: { id: holder.id } })
    await story.api.waitForState(server?.id ?? 0, 'running')
    await page.goto(story.url)
    await page.getByText('1 of 2').waitFor()
    await page.getByText('512 MiB of 1 GiB').waitFor()
    await takePictures(page, 'plans-home-used')
  })

  test('more than is left is refused while it is typed, and by the panel where it was taken meanwhile', async () => {
    const { page } = holders
    await page.goto(`${story.url}/servers`)
    await page.getByRole('link', { name: 'New server' }).click()
    await page.getByRole('button', { name: /^Arena/ }).click()
    await page.getByLabel('Memory', { exact: true }).fill('0.8')
    await page.getByText('Only 512 MiB left in your plan.').waitFor()
    await page.getByLabel('Memory', { exact: true }).fill('0.5')
    const [server] = await ownServers()
    await holderApi.call(createGameServer, {
      body: {
        name: 'Quicker castle',
        template_id: server?.template.id ?? 0,
        node_id: server?.node_id ?? 0,
        memory_limit_bytes: gib / 4,
        install: false,
      },
    })
    await page.getByRole('button', { name: 'Create and start' }).click()
    await page.getByText('Your plan doesn’t have room for this. Servers: 1 needed, 0 left.').waitFor()
    await takePictures(page, 'plans-refused')
    expect((await ownServers()).length).toBe(2)
    await page.goto(`${story.url}/servers/new`)
    await page.getByText('Your plan is full').waitFor()
  })

  test('the owner invites a friend, who sees the server', async () => {
    const { page } = holders
    const server = (await ownServers()).find(({ name }) => name === 'Castle of a plan')
    await page.goto(`${story.url}/servers/${server?.id}/access`)
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Login', { exact: true }).fill(friend.login)
    await dialog.getByRole('radio', { name: /^Operator/ }).check()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('button', { name: `Change permissions of ${friend.login}` }).waitFor()
    const seen = await (await signIn(story.url, friend)).call(listGameServers, {})
    expect(seen.map(({ name }) => name)).toEqual(['Castle of a plan'])
  })

  test('a plan below what is used says so, and stops nothing', async () => {
    const { page } = administrators
    await page.goto(`${story.url}/people/plans`)
    await page.getByRole('button', { name: `More actions for ${planName}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Memory', { exact: true }).fill('0.25')
    await dialog.getByText('768 MiB in use').waitFor()
    await takePictures(page, 'plans-below-use')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Someone uses more than this plan allows: 768 MiB of memory.').waitFor()
    const [server] = await ownServers()
    expect(server?.state).toBe('running')
    await holders.page.goto(story.url)
    await holders.page.getByText('512 MiB over').waitFor()
    await takePictures(holders.page, 'plans-over')
  })
})
