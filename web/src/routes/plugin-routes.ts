// Where plugins are: the list, one plugin, and the pages that they bring for administrators.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '../texts/texts.ts'
import { shell } from './shell-route.ts'

const plugins = createRoute({
  getParentRoute: () => shell,
  path: '/plugins',
  component: lazyRouteComponent(
    withTexts(['plugins', 'pluginProblems'], () => import('../features/plugins/plugins-page.tsx')),
    'PluginsPage',
  ),
})

const plugin = createRoute({
  getParentRoute: () => shell,
  path: '/plugins/$pluginId',
  component: lazyRouteComponent(
    withTexts(
      ['plugins', 'pluginProblems', 'pluginFrame'],
      () => import('../features/plugins/plugin/plugin-page.tsx'),
    ),
    'PluginPage',
  ),
})

const pluginAdminPage = createRoute({
  getParentRoute: () => shell,
  path: '/plugins/$pluginId/pages/$pageId',
  component: lazyRouteComponent(
    withTexts(['pluginFrame'], () => import('../features/plugins/frame/plugin-pages.tsx')),
    'AdminPage',
  ),
})

export const pluginRoutes = [plugins, plugin, pluginAdminPage] as const
