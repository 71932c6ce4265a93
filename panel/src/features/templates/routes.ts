// Routes of templates.

import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { inSection } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Access } from '../access/access.ts'
import type { Templates } from './templates.ts'

export function templateRoutes(templates: Templates, access: Pick<Access, 'hiddenObjects'>): Route[] {
  return [
    route(listTemplates, inSection('template', 'view'), async call =>
      templates.list(windowOf(call.query), await access.hiddenObjects(call.caller.userId, 'template')),
    ),
  ]
}
