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

export const databaseScreens: Screen[] = [
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
