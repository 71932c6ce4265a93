// The screens of the fleet that are looked at: servers, console, nodes, tasks and the shell around them.

import type { Page } from 'playwright-core'
import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'

const showCards = async (page: Page) => {
  const cards = page.getByRole('button', { name: 'Cards' })
  if (await cards.isVisible()) await cards.click()
  await settle(page)
}

/** On a phone the list is cards, and each has its own box. */
async function selectSome(page: Page): Promise<void> {
  await page
    .getByLabel('Select all')
    .or(page.getByLabel(/^Select /))
    .first()
    .click()
}

export const fleetScreens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-full-node', path: '/', scene: { hasFullNode: true } },
  { name: 'home-first-run', path: '/', scene: { isFirstRun: true } },
  { name: 'home-one', path: '/', scene: { fleet: 1 } },
  { name: 'home-40', path: '/', scene: { fleet: 40 } },
  { name: 'home-1000', path: '/', scene: { fleet: 1_000 } },
  { name: 'activity', path: '/servers/1/activity' },
  { name: 'activity-all', path: '/activity' },
  { name: 'activity-german', path: '/activity', language: 'de', scene: { profile: { language: 'de' } } },
  { name: 'activity-empty', path: '/servers/9/activity' },
  {
    name: 'activity-details',
    path: '/activity',
    act: async page => {
      for (const at of [0, 1, 2]) await page.getByRole('button', { name: 'Details' }).nth(at).click()
      await settle(page)
    },
  },
  {
    name: 'activity-nothing-matches',
    path: '/activity?kind=templates&days=7',
    act: async page => {
      const filters = page.getByRole('button', { name: /^Filters/ })
      if (await filters.isVisible()) await filters.click()
      await settle(page)
    },
  },
  { name: 'activity-off', path: '/activity', scene: { isPeopleUnrecorded: true } },
  { name: 'access', path: '/servers/1/access' },
  {
    name: 'access-why',
    path: '/servers/1/access',
    act: async page => {
      await page.getByRole('button', { name: /^Why / }).nth(1).click()
      await settle(page)
    },
  },
  { name: 'home-offers', path: '/', scene: { isPlainUser: true, isOwner: true, isReadOnly: true } },
  { name: 'access-owner', path: '/servers/4/access', scene: { isPlainUser: true, isOwner: true } },
  { name: 'first-server', path: '/servers/1', scene: { fleet: 1, isNewServer: true } },
  { name: 'servers', path: '/servers' },
  {
    name: 'servers-many-selected',
    path: '/servers',
    scene: { crowd: 1_000, isPlainUser: true },
    act: selectSome,
  },
  {
    name: 'servers-many-start',
    path: '/servers',
    scene: { crowd: 1_000 },
    act: async page => {
      await selectSome(page)
      // On a phone one is selected first, and then all of them.
      await page.getByLabel('Select all').check()
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: /^Start/ })
        .click()
      await page.getByRole('dialog').waitFor()
      await settle(page)
    },
  },
  { name: 'servers-bulk-running', path: '/servers', scene: { crowd: 1_000, bulkAction: 'running' } },
  { name: 'servers-bulk-ended', path: '/servers', scene: { crowd: 1_000, bulkAction: 'ended' } },
  {
    name: 'servers-selected',
    path: '/servers',
    act: async page => {
      // On a phone only those in sight are there.
      for (const name of ['Anarchy', 'Deathmatch', 'Skyblock', 'Retakes EU 1']) {
        const box = page.getByLabel(`Select ${name}`)
        if (await box.isVisible()) await box.click()
      }
      const beside = page.getByRole('button', { name: 'Console of Anarchy' })
      if (!(await beside.isVisible())) return
      await beside.click()
      await page.getByRole('button', { name: 'Consoles' }).click()
    },
  },
  {
    name: 'servers-bulk',
    path: '/servers',
    act: async page => {
      await selectSome(page)
      await page.getByRole('button', { name: 'Stop', exact: false }).first().click()
      await page.getByRole('dialog').waitFor()
      await settle(page)
    },
  },
  {
    name: 'servers-kill',
    path: '/servers',
    act: async page => {
      await selectSome(page)
      await page.getByRole('button', { name: 'Kill' }).click()
      await settle(page)
    },
  },
  ...(['Tag', 'Delete'] as const).map(
    (action): Screen => ({
      name: `servers-${action.toLowerCase()}`,
      path: '/servers',
      act: async page => {
        await selectSome(page)
        await page.getByRole('toolbar').getByRole('button', { name: action }).click()
        await page.getByRole('dialog').waitFor()
        await settle(page)
      },
    }),
  ),
  { name: 'servers-sorted', path: '/servers?sort=cpu&desc=true' },
  {
    name: 'servers-cards',
    path: '/servers',
    act: showCards,
  },
  { name: 'servers-crowd', path: '/servers', scene: { crowd: 1000 } },
  { name: 'servers-plain-user', path: '/servers', scene: { isPlainUser: true, isReadOnly: true } },
  { name: 'servers-owned', path: '/servers', scene: { isPlainUser: true, isOwner: true } },
  {
    name: 'servers-owned-cards',
    path: '/servers',
    scene: { isPlainUser: true, isOwner: true },
    act: showCards,
  },
  { name: 'servers-empty', path: '/servers', scene: { isFirstRun: true } },
  { name: 'server-running', path: '/servers/1' },
  { name: 'server-installing', path: '/servers/13' },
  { name: 'server-crashed', path: '/servers/3' },
  { name: 'server-stopped', path: '/servers/4' },
  { name: 'server-away', path: '/servers/11' },
  {
    name: 'server-kill',
    path: '/servers/1',
    act: async page => {
      const button = page.getByRole('button', { name: 'Kill' })
      // On a phone it is in the menu.
      if (await button.isVisible()) await button.click()
      else {
        await page.getByRole('button', { name: /^More actions for/ }).click()
        await page.getByRole('menuitem', { name: 'Kill' }).click()
      }
      await settle(page)
    },
  },
  { name: 'console', path: '/servers/1/console' },
  {
    name: 'console-scrolled',
    path: '/servers/1/console',
    act: async page => {
      const line = page.getByLabel('Type a command')
      await line.fill('flood')
      await line.press('Enter')
      await settle(page)
      await page.mouse.move(300, 400)
      await page.mouse.wheel(0, -600)
      await settle(page)
      await line.fill('say hi')
      await line.press('Enter')
      // On a phone a button opens the field.
      const search = page.getByRole('button', { name: 'Search output' })
      if (await search.isVisible()) await search.click()
      await page.getByRole('textbox', { name: 'Search output' }).fill('line')
      await settle(page)
    },
  },
  { name: 'console-stopped', path: '/servers/4/console', scene: { isReadOnly: true } },
  { name: 'terminal', path: '/servers/1/terminal' },
  { name: 'nodes', path: '/nodes' },
  { name: 'node', path: '/nodes/1' },
  {
    name: 'node-servers',
    path: '/nodes/2',
    act: async page => {
      const heading = page.getByRole('heading', { name: 'Servers', exact: true })
      await heading.evaluate(element => element.scrollIntoView({ block: 'center' }))
      await settle(page)
    },
  },
  {
    name: 'node-new-servers',
    path: '/nodes/2',
    act: async page => {
      const heading = page.getByRole('heading', { name: 'New servers', exact: true })
      await heading.evaluate(element => element.scrollIntoView({ block: 'start' }))
      await settle(page)
    },
  },
  { name: 'node-refused', path: '/nodes/3' },
  {
    name: 'node-adopt',
    path: '/nodes/1',
    act: async page => {
      await page.getByRole('button', { name: 'Adopt' }).first().click()
      await page.getByRole('dialog').waitFor()
      await settle(page)
    },
  },
  {
    name: 'add-node',
    path: '/nodes?add=true',
    act: async page => {
      await page.getByLabel('Name').fill('garage')
      await page.getByRole('button', { name: 'Create join command' }).click()
      await settle(page)
    },
  },
  { name: 'tasks', path: '/tasks' },
  { name: 'tasks-filtered', path: '/tasks?status=success&kind=restart' },
  { name: 'tasks-no-match', path: '/tasks?status=error&kind=clone&server=1' },
  { name: 'task', path: '/tasks/412' },
  {
    name: 'palette',
    path: '/',
    act: async page => {
      await page.evaluate(() => localStorage.setItem('rookery.recent-servers', '[3,1,4]'))
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await settle(page)
    },
  },
  {
    name: 'shortcuts',
    path: '/',
    act: async page => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await settle(page)
    },
  },
  {
    name: 'menu',
    path: '/',
    act: async page => {
      await page.getByLabel('Your account').click()
      await settle(page)
    },
  },
  {
    name: 'more',
    path: '/settings',
    act: async page => {
      const more = page.getByRole('button', { name: 'More', exact: true })
      if (await more.isVisible()) await more.click()
      await settle(page)
    },
  },
  { name: 'reconnecting', path: '/', scene: { isOffline: true }, act: page => settle(page) },
  { name: 'not-found', path: '/nowhere' },
  { name: 'no-such-server', path: '/servers/999' },
  { name: 'server-not-open', path: '/servers/999', scene: { isPlainUser: true } },
  { name: 'install-failed', path: '/servers/14' },
  {
    name: 'install-failed-german',
    path: '/servers/14',
    language: 'de',
    scene: { profile: { language: 'de' } },
  },
  { name: 'task-failed', path: '/tasks/409' },
  {
    name: 'wrong-field',
    path: '/people',
    act: async page => {
      await page.getByRole('button', { name: 'Create user' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click()
      await settle(page)
    },
  },
  { name: 'console-away', path: '/servers/11/console' },
  { name: 'german', path: '/servers', language: 'de' },
  { name: 'german-server', path: '/servers/3', language: 'de' },
  {
    name: 'refused',
    path: '/servers/1',
    act: async page => {
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await settle(page)
    },
  },
]
