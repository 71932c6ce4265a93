// The screens of plans that are looked at.

import type { Page } from 'playwright-core'
import type { Scene } from '../fixtures/fake-panel.ts'
import { fullPlan } from '../fixtures/plan-fixtures.ts'
import type { Screen } from '../screen.ts'
import { settle } from '../settle.ts'

const own: Scene = { isPlainUser: true, hasPlan: {} }
const path = '/people/plans'
const choose = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'More actions for Starter' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await settle(page)
}

export const planScreens: Screen[] = [
  { name: 'plans', path },
  { name: 'plans-de', path, language: 'de' },
  {
    name: 'plans-below-use',
    path,
    act: async page => {
      await choose('Edit')(page)
      await page.getByLabel('Memory', { exact: true }).fill('2')
    },
  },
  { name: 'plans-of-user', path: '/people/users/3', isWhole: true },
  { name: 'plans-of-role', path: '/people/roles/3', isWhole: true },
  { name: 'plans-own-home', path: '/', scene: own },
  { name: 'plans-own-home-first', path: '/', scene: { ...own, isFirstRun: true } },
  { name: 'plans-own-servers', path: '/servers', scene: own },
  { name: 'plans-own-pick', path: '/servers/new', scene: own },
  { name: 'plans-own-new', path: '/servers/new?template=2', scene: own, isWhole: true },
  {
    name: 'plans-own-too-much',
    path: '/servers/new?template=2',
    scene: own,
    act: async page => {
      await page.getByLabel('Memory', { exact: true }).fill('6')
      await page.getByRole('button', { name: 'Create and start' }).click()
      await settle(page)
    },
  },
  { name: 'plans-own-full', path: '/servers/new', scene: { ...own, hasPlan: fullPlan } },
  { name: 'plans-empty', path, scene: { isAlone: true } },
  { name: 'plans-edit', path, act: choose('Edit') },
  { name: 'plans-delete', path, act: choose('Delete plan') },
  {
    name: 'plans-new',
    path,
    act: async page => {
      await page.getByRole('button', { name: 'Create plan' }).click()
      await settle(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Create plan' }).click()
      await settle(page)
    },
  },
]
