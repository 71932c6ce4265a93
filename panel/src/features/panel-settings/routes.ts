// Routes of the panel's settings, for administrators.

import {
  changePanelSettings,
  type PanelSettingKey,
  type PanelSettingsAnswer,
  panelSettings,
  readPanelSettings,
} from '@rookery/contracts/http/panel-settings.ts'
import { administrator } from '../../platform/http/access-rule.ts'
import { type ByteExchange, type Route, route } from '../../platform/http/route.ts'
import type { PanelSettings, PanelSettingsDeps, SettingChange } from './panel-settings.ts'

export function panelSettingsRoutes(
  settings: PanelSettings,
  { audit, editTags, recordChange }: Pick<PanelSettingsDeps, 'audit' | 'editTags' | 'recordChange'>,
): Route[] {
  const describe = async ({ reply }: ByteExchange) => {
    editTags.give(reply, await settings.editedState())
    return settings.describe()
  }
  return [
    route(readPanelSettings, administrator(), (_call, exchange) => describe(exchange)),
    route(changePanelSettings, administrator(), async ({ body, caller, request }, exchange) => {
      const requireState = editTags.requiredBy(exchange.incoming.headers)
      const changed = changesIn(await settings.describe(), body)
      await settings.change(body, transaction => recordChange(transaction, caller, changed), requireState)
      const details = { changed: JSON.stringify(body) }
      audit.record({ event: 'settings.changed', outcome: 'success', request, details }, caller)
      return describe(exchange)
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
