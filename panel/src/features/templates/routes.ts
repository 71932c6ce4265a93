// Routes of templates, for administrators and for people who hold a general permission on templates; eggs come in here.

import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  exportTemplate as exportEndpoint,
  importTemplate,
  listGames,
  listTemplates,
  readTemplate,
} from '@rookery/contracts/http/templates.ts'
import { inSection, listOfSection } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { ImportEgg } from './import-egg.ts'
import type { Templates } from './templates.ts'

interface TemplateRoutesDeps {
  templates: Templates
  access: Pick<Access, 'visibleObjects' | 'forgetObject'>
  audit: Audit
  importEgg: ImportEgg
  now(): number
}

export function templateRoutes({ templates, importEgg, access, audit, now }: TemplateRoutesDeps): Route[] {
  const success = { outcome: 'success' } as const
  return [
    route(listTemplates, listOfSection('template'), async call =>
      templates.list(windowOf(call.query), await access.visibleObjects(call.caller.userId, 'template')),
    ),
    route(listGames, listOfSection('template'), async call =>
      templates.listGames(await access.visibleObjects(call.caller.userId, 'template')),
    ),
    route(readTemplate, inSection('template', 'view'), call => templates.read(call.params.id)),
    route(createTemplate, inSection('template', 'create'), async ({ body, request, caller }) => {
      const made = await templates.create(body.text)
      audit.record(
        { event: 'template.created', ...success, request, details: { template_id: made.id } },
        caller,
      )
      return made
    }),
    route(changeTemplate, inSection('template', 'edit'), async ({ params, body, request, caller }) => {
      const changed = await templates.change(params.id, body.text)
      audit.record(
        { event: 'template.changed', ...success, request, details: { template_id: params.id } },
        caller,
      )
      return changed
    }),
    route(deleteTemplate, inSection('template', 'delete'), async ({ params, request, caller }) => {
      await templates.remove(params.id)
      await access.forgetObject('template', params.id)
      audit.record(
        { event: 'template.deleted', ...success, request, details: { template_id: params.id } },
        caller,
      )
    }),
    route(importTemplate, inSection('template', 'create'), async call => {
      const made = await importEgg(call.body.text, call.caller, { isDryRun: call.query.dry_run })
      if (made.id !== null) {
        const { name } = made.template
        const details = { template_id: made.id, template_name: name, replaced: made.replaces !== null }
        audit.record({ event: 'template.imported', ...success, request: call.request, details }, call.caller)
      }
      return made
    }),
    route(exportEndpoint, inSection('template', 'view'), async call => {
      const { exportTemplate } = await import('./export-template.ts')
      return exportTemplate(await templates.find(call.params.id), call.query.format, now())
    }),
  ]
}
