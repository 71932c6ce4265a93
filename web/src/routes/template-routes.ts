// Where templates are: the catalog, one template, its editor, the import of eggs.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '../texts/texts.ts'
import { shell } from './shell-route.ts'

const loadTemplateEditor = withTexts(
  ['templates', 'templateReference', 'files'],
  () => import('../features/templates/editor/template-editor-page.tsx'),
)

const templates = createRoute({
  getParentRoute: () => shell,
  path: '/templates',
  component: lazyRouteComponent(
    withTexts(['templates', 'games'], () => import('../features/templates/templates-page.tsx')),
    'TemplatesPage',
  ),
})

const newTemplate = createRoute({
  getParentRoute: () => shell,
  path: '/templates/new',
  validateSearch: (search): { from?: number } =>
    typeof search.from === 'number' ? { from: search.from } : {},
  component: lazyRouteComponent(loadTemplateEditor, 'NewTemplatePage'),
})

const importEgg = createRoute({
  getParentRoute: () => shell,
  path: '/templates/import',
  component: lazyRouteComponent(
    withTexts(
      ['templates', 'files', 'eggNotes', 'fieldProblems', 'refusals'],
      () => import('../features/templates/import/import-egg-page.tsx'),
    ),
    'ImportEggPage',
  ),
})

const template = createRoute({
  getParentRoute: () => shell,
  path: '/templates/$templateId',
  component: lazyRouteComponent(
    withTexts(['templates', 'games', 'variables'], () => import('../features/templates/template-page.tsx')),
    'TemplatePage',
  ),
})

const editTemplate = createRoute({
  getParentRoute: () => shell,
  path: '/templates/$templateId/edit',
  component: lazyRouteComponent(loadTemplateEditor, 'EditTemplatePage'),
})

export const templateRoutes = [templates, newTemplate, importEgg, template, editTemplate] as const
