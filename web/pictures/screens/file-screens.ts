// The screens of the file manager that are looked at.

import type { Page } from 'playwright-core'
import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'

const files = '/servers/1/files'

async function menu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await settle(page)
}

const dialog = (name: string, entry: string, item: string): Screen => ({
  name: `files-${name}`,
  path: files,
  act: page => menu(page, entry, item),
})

export const fileScreens: Screen[] = [
  { name: 'files', path: files },
  { name: 'files-de', path: files, language: 'de' },
  { name: 'files-hostile', path: `${files}?path=mods` },
  { name: 'files-many', path: `${files}?path=plugins` },
  { name: 'files-empty', path: `${files}?path=logs` },
  { name: 'files-missing', path: `${files}?path=nowhere` },
  { name: 'files-away', path: '/servers/11/files' },
  { name: 'files-installing', path: '/servers/13/files' },
  {
    name: 'files-chosen',
    path: files,
    act: async page => {
      await page.getByRole('checkbox', { name: 'Select config' }).click()
      await page.getByRole('checkbox', { name: 'Select ops.json' }).click()
      await page.getByRole('checkbox', { name: 'Select server.properties' }).click()
      await settle(page)
    },
  },
  {
    name: 'files-held',
    path: files,
    act: async page => {
      await page.getByRole('grid').focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Control+x')
      await settle(page)
    },
  },
  {
    name: 'files-rename',
    path: files,
    act: async page => {
      await menu(page, 'ops.json', 'Rename')
      await page.keyboard.type('server')
      await page.keyboard.press('End')
      await settle(page)
    },
  },
  {
    name: 'files-refused',
    path: files,
    act: async page => {
      await menu(page, 'ops.json', 'Rename')
      await page.keyboard.type('operators')
      await page.keyboard.press('Enter')
      await settle(page)
    },
  },
  {
    name: 'files-menu',
    path: files,
    act: async page => {
      await page.getByRole('button', { name: 'More actions for world-2026-11-14.tar.gz' }).click()
      await settle(page)
    },
  },
  dialog('delete', 'world', 'Delete'),
  dialog('mode', 'start.sh', 'Permissions'),
  dialog('archive', 'world', 'Compress'),
  dialog('extract', 'world-2026-11-14.tar.gz', 'Extract'),
  dialog('hash', 'server.jar', 'Checksum'),
  dialog('move', 'ops.json', 'Move to…'),
  {
    name: 'files-task',
    path: files,
    act: async page => {
      await menu(page, 'world', 'Compress')
      await page.getByRole('dialog').getByRole('button', { name: 'Compress' }).click()
      await settle(page)
    },
  },
  {
    name: 'files-new',
    path: files,
    act: async page => {
      await page.getByRole('button', { name: 'New', exact: true }).click()
      await page.getByRole('menuitem', { name: 'New file' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('ops.json')
      await settle(page)
    },
  },
  {
    name: 'files-sftp',
    path: files,
    act: async page => {
      await page.getByRole('button', { name: 'SFTP' }).click()
      await settle(page)
    },
  },
  { name: 'files-search', path: `${files}?search=true` },
  { name: 'files-found', path: `${files}?search=true&content=port` },
  { name: 'file-editor', path: `${files}/file?path=server.properties&line=10` },
  { name: 'file-yaml', path: `${files}/file?path=config%2Fpaper%2Fpaper-global.yml` },
  {
    name: 'file-find',
    path: `${files}/file?path=ops.json`,
    language: 'de',
    act: async page => {
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+f')
      await page.keyboard.type('level')
      await settle(page)
    },
  },
  {
    name: 'file-conflict',
    path: `${files}/file?path=server.properties`,
    act: async page => {
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('# mine\n')
      await page.keyboard.press('Control+s')
      await settle(page)
    },
  },
  { name: 'file-readonly', path: '/servers/13/files/file?path=server.properties' },
  { name: 'file-image', path: `${files}/file?path=server-icon.png` },
  { name: 'file-binary', path: `${files}/file?path=server.jar` },
  { name: 'file-missing', path: `${files}/file?path=gone.txt` },
]
