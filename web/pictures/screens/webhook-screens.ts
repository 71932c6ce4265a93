// The screens of webhooks that are looked at.

import type { Page } from 'playwright-core'
import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'

const path = '/webhooks'
const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions for Team channel' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await settle(page)
}
const add = async (page: Page) => {
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  await settle(page)
}

export const webhookScreens: Screen[] = [
  { name: 'webhooks', path },
  { name: 'webhooks-de', path, language: 'de' },
  { name: 'webhooks-new', path, act: add },
  { name: 'webhooks-edit', path, act: page => choose(page, 'Edit') },
  { name: 'webhooks-test', path, act: page => choose(page, 'Send test') },
  { name: 'webhooks-deliveries', path, act: page => choose(page, 'Deliveries') },
  {
    name: 'webhooks-secret',
    path,
    act: async page => {
      await add(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click()
      await settle(page)
    },
  },
]
