// The screens of players and RCON that are looked at.

import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'

export const playerScreens: Screen[] = [
  { name: 'players', path: '/servers/1/players' },
  { name: 'players-de', path: '/servers/1/players', language: 'de' },
  { name: 'players-nobody', path: '/servers/2/players' },
  { name: 'players-stopped', path: '/servers/4/players' },
  { name: 'players-away', path: '/servers/11/players' },
  {
    name: 'players-banned',
    path: '/servers/1/players',
    act: async page => {
      await page.getByRole('button', { name: 'Show bans' }).click()
      await page.getByRole('row', { name: /spambot_44/ }).scrollIntoViewIfNeeded()
      await settle(page)
    },
  },
  {
    name: 'players-ban',
    path: '/servers/1/players',
    act: async page => {
      await page.getByRole('button', { name: 'Ban Ann' }).click()
      await page.getByLabel('Reason').fill('spawn camping')
      await settle(page)
    },
  },
  {
    name: 'power-question',
    path: '/servers/1',
    act: async page => {
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await settle(page)
    },
  },
  {
    name: 'rcon',
    path: '/servers/1/rcon',
    act: async page => {
      for (const command of ['status', 'players']) {
        const line = page.getByRole('textbox').last()
        await line.fill(command)
        await line.press('Enter')
        await settle(page)
      }
    },
  },
  { name: 'rcon-nothing-asked', path: '/servers/1/rcon' },
  { name: 'rcon-none', path: '/servers/7/rcon' },
  { name: 'rcon-stopped', path: '/servers/4/rcon' },
]
