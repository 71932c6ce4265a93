// Routes of the panel's own backup, for administrators.

import { changePanelBackup, readPanelBackup, runPanelBackup } from '@rookery/contracts/http/panel-backup.ts'
import { administrator } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import type { PanelBackups } from './panel-backup.ts'

export function panelBackupRoutes(panelBackups: PanelBackups, audit: Audit): Route[] {
  return [
    route(readPanelBackup, administrator(), () => panelBackups.describe()),
    route(changePanelBackup, administrator(), async ({ body, caller, request }) => {
      const changed = await panelBackups.change(body)
      const details = { storage_id: body.storage_id ?? 'none', hour: body.hour }
      audit.record({ event: 'panel_backup.changed', outcome: 'success', request, details }, caller)
      return changed
    }),
    route(runPanelBackup, administrator(), async ({ caller, request }) => {
      const begun = await panelBackups.begin()
      audit.record({ event: 'panel_backup.started', outcome: 'success', request, details: {} }, caller)
      return begun
    }),
  ]
}
