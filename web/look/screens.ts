// The screens of the fleet that are looked at: servers, console, nodes, tasks and the shell around them.

import type { Page } from 'playwright-core'
import type { Scene } from './fake-panel.ts'

export interface Screen {
  name: string
  path: string
  scene?: Scene
  isSignedOut?: boolean
  language?: string
  act?: (page: Page) => Promise<void>
}

export const screens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-first-run', path: '/', scene: { isFirstRun: true } },
  { name: 'servers', path: '/servers' },
  { name: 'servers-plain-user', path: '/servers', scene: { isPlainUser: true, isReadOnly: true } },
  { name: 'servers-empty', path: '/servers', scene: { isFirstRun: true } },
  { name: 'server-running', path: '/servers/1' },
  { name: 'server-installing', path: '/servers/13' },
  { name: 'server-crashed', path: '/servers/3' },
  { name: 'server-away', path: '/servers/11' },
  {
    name: 'server-kill',
    path: '/servers/1',
    act: async page => {
      await page.getByRole('button', { name: 'Kill' }).click()
      await page.waitForTimeout(250)
    },
  },
  { name: 'console', path: '/servers/1/console' },
  {
    name: 'console-scrolled',
    path: '/servers/1/console',
    act: async page => {
      const line = page.getByLabel('Type a command')
      await line.fill('flood')
      await line.press('Enter')
      await page.waitForTimeout(500)
      await page.mouse.move(300, 400)
      await page.mouse.wheel(0, -600)
      await page.waitForTimeout(300)
      await line.fill('say hi')
      await line.press('Enter')
      await page.getByLabel('Search in the output').fill('line')
      await page.waitForTimeout(500)
    },
  },
  { name: 'console-stopped', path: '/servers/4/console', scene: { isReadOnly: true } },
  { name: 'nodes', path: '/nodes' },
  {
    name: 'add-node',
    path: '/nodes?add=true',
    act: async page => {
      await page.getByLabel('Name').fill('garage')
      await page.getByRole('button', { name: 'Make join command' }).click()
      await page.waitForTimeout(400)
    },
  },
  { name: 'tasks', path: '/tasks' },
  { name: 'task', path: '/tasks/412' },
  {
    name: 'palette',
    path: '/',
    act: async page => {
      await page.keyboard.press('Control+k')
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'menu',
    path: '/',
    act: async page => {
      await page.getByLabel('Your account').click()
      await page.waitForTimeout(250)
    },
  },
  { name: 'reconnecting', path: '/', scene: { isOffline: true }, act: page => page.waitForTimeout(2500) },
  { name: 'not-found', path: '/nowhere' },
  { name: 'console-away', path: '/servers/11/console' },
  { name: 'german', path: '/servers', language: 'de' },
  { name: 'german-server', path: '/servers/3', language: 'de' },
  {
    name: 'refused',
    path: '/servers/1',
    act: async page => {
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.waitForTimeout(400)
    },
  },
]
