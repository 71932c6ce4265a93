// What somebody has changed in the settings but not saved yet, laid over what the panel knows.

import type { CallOf } from '@rookery/contracts/http/endpoint.ts'
import type { changeSettings, GameServerSettings } from '@rookery/contracts/http/settings.ts'
import { type CrashFields, fieldsOf, policyOf } from './crash-fields.ts'

export interface SettingsEdits {
  variables: Record<string, string>
  autostart?: boolean
  updateBeforeStart?: boolean
  crash?: CrashFields
  image?: string
}

export const noEdits: SettingsEdits = { variables: {} }

export type SettingsChange = CallOf<typeof changeSettings>['body']

/** Null: a secret that the person may not read and has not typed anew. */
export const displayedValue = (variable: GameServerSettings['variables'][number], edits: SettingsEdits) =>
  edits.variables[variable.name] ?? variable.value

function changedVariables(settings: GameServerSettings, edits: SettingsEdits): Record<string, string> {
  const changed = settings.variables.flatMap(variable => {
    const typed = edits.variables[variable.name]
    const isUnchanged = typed === undefined || typed === (variable.value ?? '')
    return variable.editable && !isUnchanged ? [[variable.name, typed] as const] : []
  })
  return Object.fromEntries(changed)
}

/** Only what differs: a value that was typed back to what it was is no change. */
export function changeOf(settings: GameServerSettings, edits: SettingsEdits): SettingsChange {
  const variables = changedVariables(settings, edits)
  const crash = edits.crash && JSON.stringify(edits.crash) !== JSON.stringify(fieldsOf(settings.crash_policy))
  const differs = <Value>(typed: Value | undefined, known: Value) => typed !== undefined && typed !== known
  return {
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(differs(edits.autostart, settings.autostart) && { autostart: edits.autostart }),
    ...(differs(edits.updateBeforeStart, settings.update_before_start) && {
      update_before_start: edits.updateBeforeStart,
    }),
    ...(edits.crash && crash && { crash_policy: policyOf(edits.crash, settings.crash_policy) }),
    ...(differs(edits.image, settings.image) && { image: edits.image }),
  }
}

export function countChanges({ variables = {}, ...others }: SettingsChange): number {
  return Object.keys(variables).length + Object.keys(others).length
}

/** The panel names a variable's field `variables.NAME`. */
export const faultsOf = (faults: Record<string, string[]>, name: string): string[] | undefined =>
  faults[`variables.${name}`] ?? faults[name]
