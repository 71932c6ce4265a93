// The screens of backups that are looked at.

import type { Page } from 'playwright-core'
import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'

const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name }).first().click()
  await settle(page)
}

const choose = async (page: Page, name: string) => {
  await press(page, 'More actions for this backup')
  await page.getByRole('menuitem', { name, exact: true }).click()
  await settle(page)
}

const restore = async (page: Page) => {
  const button = page.getByRole('button', { name: 'Restore', exact: true }).first()
  await button.click()
  await settle(page)
}

export const backupScreens: Screen[] = [
  { name: 'backups', path: '/servers/1/backups' },
  { name: 'backups-de', path: '/servers/1/backups', language: 'de' },
  { name: 'backups-first', path: '/servers/2/backups' },
  { name: 'backups-no-storage', path: '/servers/3/backups' },
  { name: 'backups-take', path: '/servers/1/backups', act: page => press(page, 'Back up now') },
  { name: 'backups-restore', path: '/servers/1/backups', act: restore },
  {
    name: 'backups-new-server',
    path: '/servers/1/backups',
    act: page => choose(page, 'Restore as a new server'),
  },
  { name: 'backups-storages', path: '/servers/1/backups', act: page => press(page, 'Storages') },
  { name: 'backups-files', path: '/servers/1/backups', act: page => press(page, 'Browse files') },
  { name: 'backups-free', path: '/servers/1/backups', act: page => press(page, 'Free up space') },
  {
    name: 'backups-compare',
    path: '/servers/1/backups',
    act: async page => {
      await press(page, 'Browse files')
      await page.getByText('Changes since', { exact: true }).click()
      await settle(page)
    },
  },
  { name: 'backup-storages', path: '/backup-storages' },
  {
    name: 'backup-storages-free',
    path: '/backup-storages',
    act: page => press(page, 'Free up space'),
  },
  { name: 'backup-storages-new', path: '/backup-storages', act: page => press(page, 'Add storage') },
  {
    name: 'backup-storages-edit',
    path: '/backup-storages',
    act: async page => {
      await press(page, 'More actions for Cloud')
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await settle(page)
      await page
        .getByLabel('Folder of this node')
        .evaluate(field => field.scrollIntoView({ block: 'center', behavior: 'instant' }))
      await settle(page)
    },
  },
  {
    name: 'backup-storages-key',
    path: '/backup-storages',
    act: async page => {
      await press(page, 'Add storage')
      await page.getByRole('dialog').getByRole('button', { name: 'Add storage' }).click()
      await settle(page)
    },
  },
]
