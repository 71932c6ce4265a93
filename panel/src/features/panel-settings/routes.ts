// Routes of the panel's settings, for administrators.

import {
  changePanelSettings,
  type PanelSettingKey,
  type PanelSettingsAnswer,
  panelSettings,
  readPanelSettings,
} from '@rookery/contracts/http/panel-settings.ts'
import { administrator } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { PanelSettings, PanelSettingsDeps, SettingChange } from './panel-settings.ts'

export function panelSettingsRoutes(
  settings: PanelSettings,
  { audit, recordChange }: Pick<PanelSettingsDeps, 'audit' | 'recordChange'>,
): Route[] {
  return [
    route(readPanelSettings, administrator(), () => settings.describe()),
    route(changePanelSettings, administrator(), async ({ body, caller, request }) => {
      const changed = changesIn(await settings.describe(), body)
      await settings.change(body, transaction => recordChange(transaction, caller, changed))
      const details = { changed: JSON.stringify(body) }
      audit.record({ event: 'settings.changed', outcome: 'success', request, details }, caller)
      return settings.describe()
    }),
  ]
}

/** Null goes back to the default. */
function changesIn(
  present: PanelSettingsAnswer,
  choices: { [Key in PanelSettingKey]?: boolean | null | undefined },
): SettingChange[] {
  return (Object.keys(panelSettings) as PanelSettingKey[]).flatMap(field => {
    const choice = choices[field]
    const { value, default: initial } = present[field]
    const after = choice === null ? initial : choice
    return after === undefined || after === value
      ? []
      : [{ field, before: String(value), after: String(after) }]
  })
}
