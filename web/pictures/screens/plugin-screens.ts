// The screens of plugins that are looked at.

import type { Page } from 'playwright-core'
import type { Screen } from '../screen.ts'

const scene = { plugins: 'some' } as const
const shown = (page: Page) => page.locator('[data-shown]').first().waitFor()

export const pluginScreens: Screen[] = [
  { name: 'plugins', path: '/plugins', scene },
  { name: 'plugins-de', path: '/plugins', scene, language: 'de' },
  { name: 'plugins-empty', path: '/plugins', scene: { plugins: 'none' } },
  {
    name: 'plugins-refused',
    path: '/plugins',
    scene,
    act: async page => {
      const file = { name: 'my-plugin-0.1.0.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByText('wasn’t accepted').waitFor()
    },
  },
  { name: 'plugin', path: '/plugins/1', scene },
  { name: 'plugin-de', path: '/plugins/1', scene, language: 'de' },
  { name: 'plugin-waiting', path: '/plugins/2', scene },
  {
    name: 'plugin-waiting-for-administrator',
    path: '/plugins/2',
    scene: { ...scene, profile: { is_admin: false } },
  },
  { name: 'plugin-failed', path: '/plugins/4', scene },
  { name: 'plugin-admin-page', path: '/plugins/3/pages/all', scene, act: shown },
  { name: 'plugin-server-tab', path: '/servers/1/plugin/1/last', scene, act: shown },
  { name: 'plugin-home', path: '/', scene, act: shown },
]
