// The screens of databases that are looked at.

import type { Page } from 'playwright-core'
import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'

const path = '/database-hosts'
const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions for Main' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await settle(page)
}

const tab = '/servers/1/databases'
const act = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions for LuckPerms' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await settle(page)
}

export const databaseScreens: Screen[] = [
  { name: 'databases', path: tab },
  { name: 'databases-de', path: tab, language: 'de' },
  {
    name: 'databases-new',
    path: tab,
    act: async page => {
      await page.getByRole('button', { name: 'Create database' }).first().click()
      await settle(page)
    },
  },
  { name: 'databases-connect', path: tab, act: page => act(page, 'Connect') },
  { name: 'databases-delete', path: tab, act: page => act(page, 'Delete') },
  { name: 'database-hosts', path },
  { name: 'database-hosts-de', path, language: 'de' },
  {
    name: 'database-hosts-new',
    path,
    act: async page => {
      await page.getByRole('button', { name: 'Add database host' }).first().click()
      await settle(page)
    },
  },
  {
    name: 'database-hosts-test',
    path,
    act: async page => {
      await choose(page, 'Edit')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await settle(page)
    },
  },
  { name: 'database-hosts-delete', path, act: page => choose(page, 'Delete') },
]
