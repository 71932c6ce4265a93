// The screens about people that are looked at: users, their rights, the preview, roles.

import type { Page } from 'playwright-core'
import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await settle(page)
}

const inTurn =
  (...acts: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page)
  }

const jonas = '/people/users/3'
const giveAndTake = inTurn(press(/^Read console on Wolfpack s/), press(/^Settings on Wolfpack s/))

export const userScreens: Screen[] = [
  { name: 'users', path: '/people' },
  { name: 'users-alone', path: '/people', scene: { isAlone: true } },
  { name: 'users-closed', path: '/people', scene: { isPlainUser: true } },
  {
    name: 'users-no-match',
    path: '/people',
    act: async page => {
      await page.getByLabel('Search by login, name or email').fill('zzz')
      await settle(page)
    },
  },
  {
    name: 'users-new',
    path: '/people?new=true',
    act: inTurn(
      async page => page.getByLabel('Login', { exact: true }).fill('nina'),
      press('Generate'),
      async page => page.getByLabel('Moderators').check(),
    ),
  },
  {
    name: 'users-made',
    path: '/people?new=true',
    act: inTurn(
      async page => page.getByLabel('Login', { exact: true }).fill('nina'),
      press('Generate'),
      async page => {
        await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click()
        await settle(page)
      },
    ),
  },
  { name: 'service-accounts', path: '/people/service-accounts' },
  { name: 'service-accounts-empty', path: '/people/service-accounts', scene: { isAlone: true } },
  { name: 'service-accounts-new', path: '/people/service-accounts?new=true' },
  { name: 'service-account', path: '/people/users/61' },
  { name: 'service-account-de', path: '/people/users/61', language: 'de' },
  { name: 'service-account-disabled', path: '/people/users/63' },
  { name: 'service-account-new-key', path: '/people/users/61', act: press('Create key') },
  {
    name: 'service-account-made-key',
    path: '/people/users/61',
    act: inTurn(press('Create key'), async page => {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Production 2027')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      await settle(page)
    }),
  },
  { name: 'service-account-rotate', path: '/people/users/61', act: press(/^Rotate Production/) },
  { name: 'service-account-revoke', path: '/people/users/61', act: press(/^Revoke Trial/) },
  { name: 'user-details', path: jonas },
  { name: 'user-sign-out', path: jonas, act: press('Sign out everywhere') },
  { name: 'user-delete', path: jonas, act: press('Delete user') },
  { name: 'user-matrix', path: `${jonas}/servers` },
  {
    name: 'user-matrix-why',
    path: `${jonas}/servers`,
    act: async page => {
      await page
        .getByRole('button', { name: /^Start on Wolfpack s/ })
        .first()
        .focus()
      await settle(page)
    },
  },
  { name: 'user-matrix-changes', path: `${jonas}/servers`, act: giveAndTake },
  {
    name: 'user-matrix-review',
    path: `${jonas}/servers`,
    act: inTurn(giveAndTake, press('Review and save')),
  },
  { name: 'user-matrix-nobody', path: '/people/users/5/servers' },
  { name: 'user-matrix-german', path: `${jonas}/servers`, language: 'de' },
  { name: 'user-panel', path: `${jonas}/panel`, act: press(/^Change: All templates/) },
  { name: 'user-preview', path: `${jonas}/preview`, act: press(/^Why\? Permissions on Wolfpack c/) },
  { name: 'user-preview-admin', path: '/people/users/4/preview' },
  { name: 'user-preview-none', path: '/people/users/5/preview' },
  { name: 'panel-settings', path: '/settings' },
  { name: 'presets', path: '/people/presets' },
  {
    name: 'presets-changed',
    path: '/people/presets',
    act: async page => {
      await page.getByLabel('Start in Viewer', { exact: true }).check()
      await settle(page)
    },
  },
  {
    name: 'invite',
    path: '/servers/1/access',
    act: inTurn(press('Invite'), async page => {
      await page.getByLabel('Login', { exact: true }).fill('nina')
      await page.getByRole('radio', { name: /^Operator/ }).check()
      await settle(page)
    }),
  },
  {
    name: 'invite-customize',
    path: '/servers/1/access',
    act: inTurn(press('Invite'), press(/^Customize/)),
  },
  {
    name: 'invited',
    path: '/servers/1/access',
    act: inTurn(press('Invite'), async page => {
      await page.getByLabel('Login', { exact: true }).fill('nina')
      await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
      await settle(page)
    }),
  },
  {
    name: 'access-change',
    path: '/servers/1/access',
    act: press(/^Change permissions of Jonas/),
  },
  { name: 'roles', path: '/people/roles' },
  {
    name: 'roles-new',
    path: '/people/roles?new=true',
    act: async page => page.getByLabel('Title').fill('Night shift'),
  },
  { name: 'role', path: '/people/roles/3', act: press(/^Change: All servers/) },
  { name: 'role-built-in', path: '/people/roles/1' },
  {
    name: 'role-changed',
    path: '/people/roles/4',
    act: inTurn(press(/^Change: All servers/), async page => {
      await page
        .getByRole('group', { name: /^Update/ })
        .getByText('Deny')
        .click()
      await settle(page)
    }),
  },
  { name: 'role-delete', path: '/people/roles/3', act: press('Delete role') },
  { name: 'user-gone', path: '/people/users/99' },
  { name: 'role-no-effect', path: '/people/roles/5', act: press('Change: All tasks') },
]
