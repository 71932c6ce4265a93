// The screens of the tour: where each is, in which colors docs/tour.md shows it, and what is done before.

import type { Page } from 'playwright-core'
import { ownEgg } from '../../../e2e/own-egg.ts'
import type { TourWorld } from './tour-world.ts'

export interface TourStop {
  name: string
  path: string
  /** In which docs/tour.md shows it; dark where none is said. */
  shape?: 'light' | 'phone'
  isSignedOut?: true
  /** What must be in sight before the picture is taken. */
  shows: string | RegExp
  act?: (page: Page) => Promise<unknown>
  /** Shows what is measured over time. */
  hasCharts?: true
}

const rooms = (world: TourWorld): TourStop[] => [
  { name: 'home', path: '/', shows: 'Evening arena' },
  { name: 'servers', path: '/servers', shows: 'MiB' },
  { name: 'servers-light', path: '/servers', shape: 'light', shows: 'MiB' },
  { name: 'new-server', path: `/servers/new?template=${world.templateId}`, shows: 'of memory free' },
  { name: 'overview', path: `/servers/${world.gameServerId}`, shows: 'Running' },
  {
    name: 'console',
    path: `/servers/${world.gameServerId}/console`,
    shows: 'Arena is ready',
    act: async page => {
      const line = page.getByPlaceholder(/command/i)
      for (const command of ['status', 'players', 'say The museum opens in five minutes']) {
        await line.fill(command)
        await line.press('Enter')
      }
      await page.locator('.xterm-rows').getByText('[Announcer]').first().waitFor()
    },
  },
  { name: 'players', path: `/servers/${world.gameServerId}/players`, shows: 'Annika' },
  { name: 'files', path: `/servers/${world.gameServerId}/files`, shows: 'rules.md' },
  {
    name: 'editor',
    path: `/servers/${world.gameServerId}/files/file?path=config%2Farena.yml`,
    shape: 'light',
    shows: 'welcome',
  },
  { name: 'schedules', path: `/servers/${world.gameServerId}/schedules`, shows: 'Restart every night' },
  {
    name: 'metrics',
    hasCharts: true,
    path: `/servers/${world.gameServerId}/metrics`,
    shows: 'Memory',
    act: page => page.locator('.u-over').first().hover(),
  },
  { name: 'settings', path: `/servers/${world.gameServerId}/settings`, shape: 'light', shows: 'First map' },
  { name: 'crash', path: `/servers/${world.crashedId}`, shows: 'Port already in use' },
]

const house = (world: TourWorld): TourStop[] => [
  { name: 'nodes', path: '/nodes', shows: /^\d+ %$/ },
  { name: 'node', path: `/nodes/${world.nodeId}`, hasCharts: true, shows: 'the daemon is running' },
  { name: 'games', path: '/templates', shows: 'Arena' },
  {
    name: 'egg',
    path: '/templates/import',
    shows: 'Import',
    act: async page => {
      await page.getByLabel('Or paste the text of one egg').fill(ownEgg.text)
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByText('Recognized', { exact: true }).waitFor()
    },
  },
  { name: 'tasks', path: '/tasks', shows: 'Evening arena' },
  {
    name: 'rights',
    path: `/people/users/${world.userId}/servers`,
    shows: 'See the server',
    act: page => page.getByRole('button', { name: /^Start on Evening arena: / }).focus(),
  },
  { name: 'plugins', path: '/plugins', shows: 'Status page' },
  { name: 'plugin', path: `/plugins/${world.pluginId}`, shape: 'light', shows: 'Version' },
  { name: 'two-factor', path: '/profile/two-factor?setup=true', shape: 'light', shows: /authenticator/ },
  { name: 'tokens', path: '/profile/tokens', shows: 'Discord bot' },
  {
    name: 'palette',
    path: '/servers',
    shows: 'Evening arena',
    act: async page => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Find a server, page or action').fill('evening')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'phone-servers', path: '/servers', shape: 'phone', shows: 'Evening arena' },
  {
    name: 'phone-console',
    path: `/servers/${world.gameServerId}/console`,
    shape: 'phone',
    shows: '[Announcer]',
  },
]

export const tourStops = (world: TourWorld): TourStop[] => [...rooms(world), ...house(world)]

/** Before anything is there. */
export const firstStops: TourStop[] = [
  { name: 'sign-in', path: '/sign-in', shape: 'light', isSignedOut: true, shows: 'Sign in' },
  { name: 'first-run', path: '/', shows: 'Pick a game' },
]
