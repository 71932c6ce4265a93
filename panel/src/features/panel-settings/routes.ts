// Routes of the panel's settings, for administrators.

import { changePanelSettings, readPanelSettings } from '@rookery/contracts/http/panel-settings.ts'
import { administrator } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import type { PanelSettings } from './panel-settings.ts'

export function panelSettingsRoutes(settings: PanelSettings, audit: Audit): Route[] {
  return [
    route(readPanelSettings, administrator(), () => settings.describe()),
    route(changePanelSettings, administrator(), async ({ body, caller, request }) => {
      await settings.change(body)
      const details = { changed: JSON.stringify(body) }
      audit.record({ event: 'settings.changed', outcome: 'success', request, details }, caller)
      return settings.describe()
    }),
  ]
}
