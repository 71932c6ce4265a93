// Routes that bring templates in from eggs and give templates out as files.

import { exportTemplate as exportEndpoint, importTemplate } from '@rookery/contracts/http/templates.ts'
import { inSection } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import type { ImportEgg } from './import-egg.ts'
import type { Templates } from './templates.ts'

interface EggRoutesDeps {
  templates: Pick<Templates, 'find'>
  importEgg: ImportEgg
  audit: Audit
  now(): number
}

export function eggRoutes({ templates, importEgg, audit, now }: EggRoutesDeps): Route[] {
  return [
    route(importTemplate, inSection('template', 'create'), async call => {
      const made = await importEgg(call.body.text, call.caller, { isDryRun: call.query.dry_run })
      if (made.id !== null) {
        const { name } = made.template
        const details = { template_id: made.id, template_name: name, replaced: made.replaces !== null }
        const entry = {
          event: 'template.imported',
          outcome: 'success',
          request: call.request,
          details,
        } as const
        audit.record(entry, call.caller)
      }
      return made
    }),
    route(exportEndpoint, inSection('template', 'view'), async call => {
      const { exportTemplate } = await import('./export-template.ts')
      return exportTemplate(await templates.find(call.params.id), call.query.format, now())
    }),
  ]
}
