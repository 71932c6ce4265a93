// The screens about games that are looked at: settings, creating, editing, crashes, templates, eggs.

import type { Page } from 'playwright-core'
import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await settle(page)
}

const choose = (menu: RegExp, item: string) => async (page: Page) => {
  await press(menu)(page)
  await page.getByRole('menuitem', { name: item }).click()
  await settle(page)
}

/** On a phone the reference is opened first. */
const searchReference = async (page: Page) => {
  const button = page.getByRole('button', { name: 'Reference', exact: true })
  if (await button.isVisible()) await button.click()
  await page.getByLabel('Search keys').fill('player')
  await settle(page)
}

export const gameScreens: Screen[] = [
  { name: 'settings', path: '/servers/1/settings' },
  { name: 'settings-german', path: '/servers/1/settings', language: 'de' },
  { name: 'settings-restart', path: '/servers/1/settings', scene: { needsRestart: true } },
  { name: 'settings-away', path: '/servers/11/settings' },
  {
    name: 'settings-changed',
    path: '/servers/1/settings',
    act: async page => {
      await page.getByLabel('Minecraft version').fill('one point two')
      await page.getByLabel('Max players', { exact: true }).fill('501')
      await page.getByLabel('Attempts').scrollIntoViewIfNeeded()
      await page.getByLabel('Attempts').fill('3')
      await settle(page)
    },
  },
  {
    name: 'settings-lost-key',
    path: '/servers/1/settings',
    scene: { hasLostKey: true },
    act: page => page.getByLabel('Proxy secret').scrollIntoViewIfNeeded(),
  },
  { name: 'deleted-servers', path: '/servers/deleted' },
  {
    name: 'deleted-servers-files',
    path: '/servers/deleted',
    act: async page => {
      await page.getByRole('button', { name: 'Delete files' }).first().click()
      await settle(page)
    },
  },
  { name: 'new-server', path: '/servers/new' },
  {
    name: 'new-server-none',
    path: '/servers/new',
    act: async page => {
      await page.getByLabel('Search games').fill('zzz')
      await settle(page)
    },
  },
  { name: 'new-server-arena', path: '/servers/new?template=1' },
  { name: 'new-server-paper', path: '/servers/new?template=2', act: press('Create and start') },
  {
    name: 'new-server-all',
    path: '/servers/new?template=2',
    act: async page => {
      await page.getByText('More options').click()
      await page.getByRole('combobox', { name: 'Owner' }).fill('jonas')
      await page.getByRole('option', { name: /jonas/i }).click()
      await settle(page)
    },
  },
  {
    name: 'new-server-ports',
    path: '/servers/new?template=2',
    act: async page => {
      await page.getByText('More options').click()
      await page.getByLabel('Tags', { exact: true }).scrollIntoViewIfNeeded()
      await page.getByLabel('Game port').fill('99999')
    },
  },
  {
    name: 'settings-general',
    path: '/servers/1',
    act: async page => {
      await choose(/^More actions for/, 'Settings')(page)
      await page.getByLabel('Description').fill('The evening server: be kind, no griefing.')
      await page.getByLabel('Tags').fill('weekend, friends,')
      await settle(page)
    },
  },
  {
    name: 'settings-network',
    path: '/servers/1/settings',
    act: async page => {
      await page.getByLabel('Search settings').fill('port')
      await page.getByLabel('Game port').fill('25570')
      await page.getByRole('button', { name: /^Use / }).waitFor()
      await settle(page)
    },
  },
  {
    name: 'settings-limits',
    path: '/servers/1/settings',
    act: async page => {
      await page.getByLabel('Search settings').fill('memory')
      await page.getByLabel('Memory', { exact: true }).fill('8192')
      await settle(page)
    },
  },
  {
    name: 'settings-lost-rcon-key',
    path: '/servers/1/settings',
    scene: { hasLostKey: true },
    act: async page => {
      await page.getByLabel('RCON password').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'server-scrolled',
    path: '/servers/1',
    act: async page => {
      await page.getByRole('heading', { name: 'Game files' }).scrollIntoViewIfNeeded()
      await settle(page)
    },
  },
  { name: 'server-clone', path: '/servers/1', act: choose(/^More actions for/, 'Clone') },
  { name: 'server-delete', path: '/servers/1', act: choose(/^More actions for/, 'Delete') },
  { name: 'server-menu', path: '/servers/1', act: press(/^More actions for/) },
  {
    name: 'crash',
    path: '/servers/3',
    act: async page => {
      await page.locator('details summary').first().click()
      await settle(page)
    },
  },
  { name: 'crash-german', path: '/servers/3', language: 'de' },
  { name: 'templates', path: '/templates' },
  { name: 'template', path: '/templates/2' },
  { name: 'template-menu', path: '/templates/2', act: press(/^More actions for/) },
  { name: 'template-edit', path: '/templates/2/edit' },
  { name: 'template-new', path: '/templates/new' },
  { name: 'template-reference', path: '/templates/2/edit', act: searchReference },
  {
    name: 'template-reference-cursor',
    path: '/templates/new',
    act: async page => {
      const button = page.getByRole('button', { name: 'Reference', exact: true })
      if (await button.isVisible()) await button.click()
      await page.getByText('protocol: ').first().click()
      await settle(page)
    },
  },
  {
    name: 'template-completion',
    path: '/templates/new',
    act: async page => {
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type('r')
      await page.keyboard.press('Control+Space')
      await settle(page)
    },
  },
  { name: 'egg', path: '/templates/import' },
  {
    name: 'egg-preview',
    path: '/templates/import',
    act: async page => {
      await page.getByLabel('Or paste the text of one egg').fill('{ "meta": { "version": "PTDL_v2" } }')
      await press('Preview')(page)
    },
  },
]
