// Routes of templates, for administrators and for people who hold a general permission on templates.

import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  listGames,
  listTemplates,
  readTemplate,
} from '@rookery/contracts/http/templates.ts'
import { inSection, listOfSection } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { Templates } from './templates.ts'

interface TemplateRoutesDeps {
  templates: Templates
  access: Pick<Access, 'visibleObjects' | 'forgetObject'>
  audit: Audit
}

export function templateRoutes({ templates, access, audit }: TemplateRoutesDeps): Route[] {
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
  ]
}
