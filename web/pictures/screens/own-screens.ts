// The screens about the person: every step of signing in, the reminder, the profile.

import type { Page } from 'playwright-core'
import { loginAnswers, refused } from '../fixtures/fake-panel.ts'
import { mfaNudge } from '../fixtures/fleet-fixtures.ts'
import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Login').fill('mara')
  await page.getByRole('textbox', { name: 'Password' }).fill('secret words')
  await page.keyboard.press('Enter')
  await settle(page)
}

const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await settle(page)
}

const inTurn =
  (...acts: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page)
  }

const typeCode = (digits: string) => async (page: Page) => {
  await page.getByLabel('Six-digit code').fill(digits)
  await settle(page)
}

const fill = (label: string, text: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: label }).fill(text)
}

const tooMany = {
  ...refused(429, 'too_many_attempts', 'too many failed attempts'),
  headers: { 'retry-after': '900' },
}
const wrongCode = refused(401, 'wrong_second_factor', 'the code is wrong or already used')
const withCode = { login: loginAnswers.challenge }
const enrolling = { login: loginAnswers.restricted }
const isOn = { profile: { two_factor_enabled: true, recovery_codes_left: 8 } }
const signedOut = { path: '/sign-in', isSignedOut: true }

const signInScreens: Screen[] = [
  { name: 'sign-in', ...signedOut },
  { name: 'sign-in-429', ...signedOut, path: '/servers', scene: { login: tooMany }, act: signIn },
  { name: 'sign-in-code', ...signedOut, scene: withCode, act: inTurn(signIn, typeCode('482')) },
  {
    name: 'sign-in-code-wrong',
    ...signedOut,
    scene: { ...withCode, code: wrongCode },
    act: inTurn(signIn, typeCode('482 913')),
  },
  {
    name: 'sign-in-code-five-wrong',
    ...signedOut,
    scene: { ...withCode, code: wrongCode },
    act: inTurn(signIn, ...['111111', '222222', '333333', '444444', '555555'].map(typeCode)),
  },
  {
    name: 'sign-in-code-429',
    ...signedOut,
    scene: { ...withCode, code: tooMany },
    act: inTurn(signIn, typeCode('482913')),
  },
  {
    name: 'sign-in-recovery-code',
    ...signedOut,
    scene: withCode,
    act: inTurn(signIn, press('Use a recovery code'), fill('Recovery code', 'k7wqf-3bx')),
  },
  {
    name: 'sign-in-captcha',
    ...signedOut,
    scene: { captcha: { provider: 'challenge', site_key: 'look' }, login: tooMany },
  },
  {
    name: 'sign-in-captcha-unsolved',
    ...signedOut,
    scene: { captcha: { provider: 'captcha_v2', site_key: 'unsolved' } },
    act: signIn,
  },
  {
    name: 'sign-in-captcha-refused',
    ...signedOut,
    scene: {
      captcha: { provider: 'challenge', site_key: 'look' },
      login: refused(422, 'invalid_input', 'some fields are not valid', { captcha: ['was not passed'] }),
    },
    act: signIn,
  },
  {
    name: 'sign-in-captcha-unseen',
    ...signedOut,
    scene: { captcha: { provider: 'captcha_v3', site_key: 'look' } },
  },
  {
    name: 'sign-in-captcha-away',
    ...signedOut,
    scene: { captcha: { provider: 'challenge', site_key: 'away' } },
  },
  { name: 'enrollment', ...signedOut, scene: enrolling, act: signIn },
  {
    name: 'enrollment-codes',
    ...signedOut,
    scene: enrolling,
    act: inTurn(signIn, typeCode('482913'), async page => {
      await page.getByLabel('I’ve saved them').check()
    }),
  },
  {
    name: 'enrollment-done',
    ...signedOut,
    scene: enrolling,
    act: inTurn(
      signIn,
      typeCode('482913'),
      async page => {
        await page.getByLabel('I’ve saved them').check()
        await page.route('**/api/auth/login', route => route.fulfill({ json: loginAnswers.challenge.body }))
      },
      press('Continue'),
    ),
  },
  {
    name: 'enrollment-paper',
    ...signedOut,
    scene: enrolling,
    act: inTurn(signIn, typeCode('482913'), page => page.emulateMedia({ media: 'print' })),
  },
]

const accountScreens: Screen[] = [
  { name: 'reminder', path: '/', scene: { profile: { mfa_nudge: mfaNudge } } },
  {
    name: 'reminder-later',
    path: '/',
    scene: { profile: { mfa_nudge: mfaNudge } },
    act: inTurn(press('Remind me later')),
  },
  {
    name: 'reminder-set-up',
    path: '/',
    scene: { profile: { mfa_nudge: mfaNudge } },
    act: inTurn(press('Set up now')),
  },
  { name: 'profile', path: '/profile' },
  {
    name: 'profile-plain-user',
    path: '/profile',
    scene: { isPlainUser: true, profile: { roles: ['user'] } },
  },
  { name: 'profile-german', path: '/profile', language: 'de', scene: { profile: { language: 'de' } } },
  {
    name: 'profile-refused',
    path: '/profile',
    act: inTurn(
      fill('Email', 'mara'),
      press('Save'),
      fill('Current password', 'old'),
      fill('New password', 'vier wörter im wind'),
      press('Change password'),
      page => page.getByRole('button', { name: 'Change password' }).scrollIntoViewIfNeeded(),
    ),
  },
  {
    name: 'two-factor-off',
    path: '/profile/two-factor',
    scene: { profile: { mfa_nudge: { ...mfaNudge, show_now: false } } },
  },
  { name: 'two-factor-on', path: '/profile/two-factor', scene: isOn },
  { name: 'two-factor-setup', path: '/profile/two-factor?setup=true' },
  {
    name: 'two-factor-setup-wrong',
    path: '/profile/two-factor?setup=true',
    scene: {
      code: refused(422, 'invalid_input', 'some fields are not valid', {
        code: ['is wrong or already used'],
      }),
    },
    act: typeCode('000000'),
  },
  {
    name: 'two-factor-codes',
    path: '/profile/two-factor?setup=true',
    act: typeCode('482913'),
  },
  {
    name: 'two-factor-new-codes',
    path: '/profile/two-factor',
    scene: isOn,
    act: press('Create new codes'),
  },
  {
    name: 'two-factor-switch-off',
    path: '/profile/two-factor',
    scene: isOn,
    act: inTurn(
      press('Turn off'),
      fill('Password', 'secret words'),
      fill('Code from your app', '482913'),
      page => page.keyboard.press('Enter'),
      page => settle(page),
    ),
  },
  { name: 'sessions', path: '/profile/sessions' },
  { name: 'sessions-ru', path: '/profile/sessions', language: 'ru' },
  { name: 'sessions-sign-out', path: '/profile/sessions', act: press('Sign out other devices') },
  { name: 'tokens', path: '/profile/tokens' },
  { name: 'tokens-empty', path: '/profile/tokens', scene: { hasNoAccessTokens: true } },
  {
    name: 'tokens-new',
    path: '/profile/tokens?new=true',
    act: inTurn(fill('Name', 'Discord bot'), async page => {
      await page.getByLabel('See the server').check()
      await page.getByLabel('Console and players').check()
    }),
  },
  {
    name: 'tokens-new-plain-user',
    path: '/profile/tokens?new=true',
    scene: { isPlainUser: true },
    act: async page => {
      await page.getByRole('dialog').getByRole('button', { name: 'Create access token' }).click()
    },
  },
  {
    name: 'tokens-made',
    path: '/profile/tokens?new=true',
    act: inTurn(fill('Name', 'Discord bot'), async page => {
      await page.getByLabel('See the server').check()
      await page.getByRole('dialog').getByRole('button', { name: 'Create access token' }).click()
      await settle(page)
    }),
  },
  { name: 'tokens-revoke', path: '/profile/tokens', act: press('Revoke Discord bot') },
  { name: 'sftp', path: '/profile/sftp' },
  { name: 'sftp-de', path: '/profile/sftp', language: 'de' },
  { name: 'sftp-empty', path: '/profile/sftp', scene: { hasNoSftp: true } },
  {
    name: 'sftp-add',
    path: '/profile/sftp',
    act: inTurn(press('Add key'), fill('Public key', 'ssh-dss AAAAB3Nz mara@old'), async page => {
      await page.getByRole('dialog').getByRole('button', { name: 'Add key' }).click()
      await settle(page)
    }),
  },
  {
    name: 'sftp-private',
    path: '/profile/sftp',
    act: inTurn(press('Add key'), fill('Public key', '-----BEGIN OPENSSH PRIVATE KEY-----')),
  },
  { name: 'sftp-delete', path: '/profile/sftp', act: press('Delete Laptop') },
  {
    name: 'sftp-made',
    path: '/profile/sftp',
    scene: { hasNoSftp: true },
    act: press('Create password'),
  },
  { name: 'nodes-plain-user', path: '/nodes', scene: { isPlainUser: true } },
  { name: 'home-plain-user', path: '/', scene: { isPlainUser: true, isReadOnly: true } },
  {
    name: 'palette-token',
    path: '/',
    act: async page => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('tok')
      await settle(page)
    },
  },
]

export const ownScreens: Screen[] = [...signInScreens, ...accountScreens]
