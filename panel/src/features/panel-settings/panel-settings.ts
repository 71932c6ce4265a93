// Settings of the panel: the variable where it is set, else what an administrator chose in the web, else the default.

import {
  type PanelSettingKey,
  type PanelSettingsAnswer,
  type PanelSettingValues,
  panelSettings,
  type StartVariable,
  type VariableSource,
} from '@rookery/contracts/http/panel-settings.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Kysely, Transaction } from 'kysely'
import type * as z from 'zod'
import type { AccountCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { AlsoWrite } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { readCertificateEnd } from '../../platform/http/certificate-files.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { createThrottledLog } from '../../platform/throttled-log.ts'
import type { Audit } from '../audit/audit.ts'
import { createPanelSettingsStore } from './panel-settings-store.ts'
import { panelSettingsRoutes } from './routes.ts'

export type RecordSettings = (
  transaction: Transaction<Schema>,
  caller: AccountCaller,
  changes: readonly SettingChange[],
) => Promise<void>

export interface PanelSettingsDeps {
  db: Kysely<Schema>
  changes: Pick<Changes, 'announce'>
  audit: Audit
  /** Done by a later feature: records who changed what. */
  recordChange: RecordSettings
  editTags: EditTags
  log: Log
  now: () => number
  address: string
  /** Days that an administrator has to enroll; null: none is required to. */
  administratorsTwoFactorDays: number | null
  /** The panel's own certificate for HTTPS; null: it has none. */
  certificateFile: string | null
  /** Where each is set; null: nowhere. */
  startVariables: Readonly<Record<StartVariable, VariableSource | null>>
  /** What the variables say; `lockedBy`: where one is set. */
  config: {
    readonly [Key in PanelSettingKey]: {
      readonly value: PanelSettingValues[Key]
      readonly lockedBy: VariableSource | null
    }
  }
}

export interface SettingChange {
  field: PanelSettingKey
  before: string
  after: string
}

type Choices = { [Key in PanelSettingKey]?: PanelSettingValues[Key] | null | undefined }

const keys = Object.keys(panelSettings) as PanelSettingKey[]

export function openPanelSettings(deps: PanelSettingsDeps) {
  const settings = createPanelSettings(deps)
  return { ...settings, routes: panelSettingsRoutes(settings, deps) }
}

export type PanelSettings = ReturnType<typeof createPanelSettings>

/** Nothing is remembered between two readings: a change acts at once on every instance, whatever cache they have. */
function createPanelSettings({
  db,
  changes,
  log,
  now,
  config,
  address,
  administratorsTwoFactorDays,
  certificateFile,
  startVariables,
}: PanelSettingsDeps) {
  const store = createPanelSettingsStore(db)
  const throttledLog = createThrottledLog(log)

  /** What cannot be read, as after a later version, counts as never chosen. */
  function chosen<Key extends PanelSettingKey>(
    key: Key,
    stored: ReadonlyMap<string, string>,
  ): PanelSettingValues[Key] {
    const text = stored.get(key)
    if (text === undefined) return config[key].value
    const schema: z.ZodType<PanelSettingValues[Key]> = panelSettings[key].schema
    try {
      return parseJson(schema, text, `the setting ${key}`)
    } catch (error) {
      throttledLog.warn(
        { err: error, setting: key },
        'a setting cannot be read and uses its default: set it again',
      )
      return config[key].value
    }
  }

  function stateOf<Key extends PanelSettingKey>(key: Key, stored: ReadonlyMap<string, string>) {
    const { value, lockedBy } = config[key]
    return {
      value: lockedBy === null ? chosen(key, stored) : value,
      default: value,
      variable: panelSettings[key].variable,
      locked_by: lockedBy,
    }
  }

  async function read<Key extends PanelSettingKey>(
    names: readonly Key[],
    within?: Kysely<Schema>,
  ): Promise<Pick<PanelSettingValues, Key>> {
    const open = names.filter(key => config[key].lockedBy === null)
    const stored = open.length > 0 ? await store.read(open, within) : new Map<string, string>()
    return Object.fromEntries(names.map(key => [key, stateOf(key, stored).value])) as Pick<
      PanelSettingValues,
      Key
    >
  }

  async function describe(): Promise<PanelSettingsAnswer> {
    const stored = await store.read(keys)
    return {
      upload_archives: stateOf('upload_archives', stored),
      upload_binaries: stateOf('upload_binaries', stored),
      large_transfers: stateOf('large_transfers', stored),
      address,
      administrators_two_factor_days: administratorsTwoFactorDays,
      certificate_expires_at: certificateFile === null ? null : await readCertificateEnd(certificateFile),
      activity_people: stateOf('activity_people', stored),
      start_variables: startVariables,
    }
  }

  return {
    /** Those that act now; `within`: a transaction that is open. */
    read,
    /** What two people may change at once. */
    editedState: () => read(keys),
    describe,
    /** Throws PanelError `conflict` when a variable is set for one of them; then none changes. */
    async change(choices: Choices, also?: AlsoWrite, requireState?: RequireState | null): Promise<void> {
      const named = keys.filter(key => choices[key] !== undefined)
      for (const key of named) requireOpen(panelSettings[key].variable, config[key].lockedBy)
      const written = named.map(
        key => [key, choices[key] === null ? null : JSON.stringify(choices[key])] as const,
      )
      const check = async (transaction: Kysely<Schema>) => requireState?.(await read(keys, transaction))
      await store.write(new Map(written), now(), also, requireState ? check : undefined)
      changes.announce({ kind: 'settings-changed' })
    },
  }
}

function requireOpen(variable: string, lockedBy: VariableSource | null): void {
  if (lockedBy === null) return
  const place =
    lockedBy.place === 'environment'
      ? 'the environment of the panel'
      : `${lockedBy.file} line ${lockedBy.line}`
  throw new PanelError('conflict', {
    message: `${variable} is set in ${place} and cannot be changed here: change it there and restart the panel`,
  })
}
