// The screens of schedules that are looked at.

import type { Page } from 'playwright-core'
import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'

const openForm = async (page: Page, name = 'New schedule') => {
  await page.getByRole('button', { name }).click()
  await settle(page)
}

/** By its button, or out of the list that a phone has instead. */
const choosePlan = async (page: Page, name: string) => {
  const button = page.getByRole('radio', { name })
  if ((await button.count()) > 0) return button.check()
  await page.getByRole('dialog').getByRole('combobox').first().click()
  await page.getByRole('option', { name }).click()
}

export const scheduleScreens: Screen[] = [
  { name: 'schedules', path: '/servers/1/schedules' },
  { name: 'schedules-de', path: '/servers/1/schedules', language: 'de' },
  { name: 'schedules-empty', path: '/servers/2/schedules' },
  { name: 'schedules-away', path: '/servers/11/schedules' },
  { name: 'schedules-new', path: '/servers/1/schedules', act: page => openForm(page) },
  {
    name: 'schedules-step-by-hand',
    path: '/servers/1/schedules',
    act: async page => {
      await openForm(page)
      await page.getByRole('button', { name: 'Add step' }).click()
      await page.getByRole('button', { name: 'Move step 4 up' }).click()
      await settle(page)
    },
  },
  {
    name: 'schedules-new-de',
    path: '/servers/1/schedules',
    language: 'de',
    act: page => openForm(page, 'Neuer Zeitplan'),
  },
  {
    name: 'schedules-cannot-count',
    path: '/servers/4/schedules',
    act: page => openForm(page, 'Create your own'),
  },
  {
    name: 'schedules-weekly-de',
    path: '/servers/1/schedules',
    language: 'de',
    act: async page => {
      await openForm(page, 'Neuer Zeitplan')
      await choosePlan(page, 'Wöchentlich')
      await settle(page)
    },
  },
  {
    name: 'schedules-expression',
    path: '/servers/1/schedules',
    act: async page => {
      await openForm(page)
      await choosePlan(page, 'Cron')
      await page.getByLabel('Cron expression').fill('0 0 30 2 *')
      await page.getByRole('button', { name: 'Add schedule' }).click()
      await settle(page)
    },
  },
  {
    name: 'schedules-command',
    path: '/servers/1/schedules',
    act: async page => {
      await page.getByRole('button', { name: 'More actions for Save the world' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await settle(page)
    },
  },
  {
    name: 'schedules-runs',
    path: '/servers/1/schedules',
    act: async page => {
      await page.getByRole('button', { name: 'More actions for Restart every night' }).click()
      await page.getByRole('menuitem', { name: 'Runs' }).click()
      await page.locator('summary').nth(1).click()
      await settle(page)
    },
  },
]
