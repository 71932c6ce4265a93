// Tests of what the bar of a phone shows.

import { expect, test } from 'vitest'
import { isPluginPlace, type PageName, pagesInBar } from './rail-pages.ts'

const ofUser: PageName[] = ['home', 'servers', 'tasks', 'activity']
const ofAdministrator: PageName[] = [
  ...(['home', 'servers', 'nodes', 'templates', 'tasks'] as const),
  ...(['activity', 'people', 'plugins', 'settings'] as const),
]

test('five places stand in the bar, all of them', () => {
  expect(pagesInBar(ofUser, 0)).toEqual(ofUser)
  expect(pagesInBar(ofUser, 1)).toEqual(ofUser)
})

test('more than five leave one place free for "More"', () => {
  expect(pagesInBar(ofAdministrator, 0)).toEqual(['home', 'servers', 'nodes', 'tasks'])
})

test('pages of plugins count too', () => {
  expect(pagesInBar(['home', 'servers', 'templates', 'tasks', 'plugins'], 1)).toEqual([
    'home',
    'servers',
    'tasks',
  ])
})

test('a page of a plugin with a place of its own is not a page of all plugins', () => {
  const places = [{ pluginId: '3', pageId: 'status' }]
  expect(isPluginPlace('/plugins/3/pages/status', places)).toBe(true)
  expect(isPluginPlace('/plugins/3/pages/other', places)).toBe(false)
  expect(isPluginPlace('/plugins/3', places)).toBe(false)
  expect(isPluginPlace('/plugins', [])).toBe(false)
})
