// The screens with charts that are looked at: metrics of a game server and of a node, the strip above the console.

import type { Page } from 'playwright-core'
import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'

const chart = (page: Page, title: string) => page.getByRole('slider', { name: title })

async function pointAt(page: Page, title: string, share: number): Promise<void> {
  const box = await chart(page, title).locator('.u-over').boundingBox()
  // A pointer that comes from elsewhere enters first, and points with its next move.
  if (box) await page.mouse.move(box.x + box.width * share, box.y + box.height / 2, { steps: 2 })
  await settle(page)
}

async function drag(page: Page, title: string, from: number, to: number): Promise<void> {
  await pointAt(page, title, from)
  await page.mouse.down()
  await pointAt(page, title, (from + to) / 2)
  await pointAt(page, title, to)
  await page.mouse.up()
  await settle(page)
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await settle(page)
}

async function printLines(page: Page): Promise<void> {
  const line = page.getByLabel('Type a command')
  for (const command of ['list', 'save-all', 'say hello there', 'whitelist add mara']) {
    await line.fill(command)
    await line.press('Enter')
    await settle(page)
  }
}

export const metricScreens: Screen[] = [
  { name: 'metrics', path: '/servers/1/metrics' },
  { name: 'metrics-german', path: '/servers/1/metrics', language: 'de' },
  { name: 'metrics-cursor', path: '/servers/1/metrics', act: page => pointAt(page, 'CPU', 0.76) },
  {
    name: 'metrics-zoomed',
    path: '/servers/1/metrics',
    act: async page => {
      await drag(page, 'CPU', 0.6, 0.9)
      await page.getByRole('button', { name: /^Out/ }).click()
      await pointAt(page, 'CPU', 0.5)
    },
  },
  {
    name: 'metrics-scrolled',
    path: '/servers/1/metrics',
    act: async page => {
      await page.mouse.wheel(0, 400)
      await settle(page)
    },
  },
  { name: 'metrics-day', path: '/servers/1/metrics', act: page => choose(page, '24 hours') },
  {
    name: 'metrics-day-crash',
    path: '/servers/1/metrics',
    act: async page => {
      await choose(page, '24 hours')
      await page.getByRole('button', { name: /^Crashed/ }).click()
      await settle(page)
    },
  },
  { name: 'metrics-week', path: '/servers/1/metrics', act: page => choose(page, '7 days') },
  { name: 'metrics-month', path: '/servers/1/metrics', act: page => choose(page, '30 days') },
  { name: 'metrics-no-history', path: '/servers/1/metrics', scene: { storesNoHistory: true } },
  {
    name: 'metrics-full-node',
    path: '/servers/1/metrics',
    scene: { hasFullNode: true },
    act: page => choose(page, '6 hours'),
  },
  { name: 'node-day', path: '/nodes/1', act: page => choose(page, '24 hours') },
  { name: 'metrics-plain-user', path: '/servers/1/metrics', scene: { isPlainUser: true } },
  { name: 'metrics-waiting', path: '/servers/1/metrics', scene: { hasNoMetricsYet: true } },
  { name: 'metrics-away', path: '/servers/11/metrics' },
  { name: 'metrics-stopped', path: '/servers/4/metrics' },
  {
    name: 'console-strip',
    path: '/servers/1/console',
    act: async page => {
      await page.getByRole('button', { name: 'Timestamps' }).click()
      await printLines(page)
      const track = page.getByRole('slider')
      await track.focus()
      for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowLeft')
      await settle(page)
    },
  },
]
