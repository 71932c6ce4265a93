// Settings of the panel that administrators change in the web. Each has a variable, which wins where it is set.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { time } from './shapes.ts'

/**
 * Every setting: what it may be, and the variable that overrides it. Its default is the variable's. A new one is a line
 * here, a value in panel/src/config/build-config.ts, and a reader that asks `panelSettings.value(…)` when it acts.
 */
export const panelSettings = {
  /** Uploads may be archives: zip, tar, gzip, bzip2, 7z, xz (8.3). */
  upload_archives: { schema: z.boolean(), variable: 'FILES_UPLOAD_ALLOW_ARCHIVES' },
  /** Uploads may be any binary file; SVG and HTML stay refused (8.3). */
  upload_binaries: { schema: z.boolean(), variable: 'FILES_UPLOAD_ALLOW_BINARY' },
  /** Files that are larger than an upload may be go through `…/files/transfers`. */
  large_transfers: { schema: z.boolean(), variable: 'FILES_LARGE_TRANSFERS' },
  /** Activity also records what people do in the panel: sign-ins, users, permissions, tokens, nodes, templates. */
  activity_people: { schema: z.boolean(), variable: 'ACTIVITY_PEOPLE' },
} as const

export type PanelSettingKey = keyof typeof panelSettings
export type PanelSettingValues = {
  [Key in PanelSettingKey]: z.output<(typeof panelSettings)[Key]['schema']>
}

/** Where a variable was set: in the process environment, or in a line of the configuration file. */
export const variableSource = z.discriminatedUnion('place', [
  z.object({ place: z.literal('environment') }),
  z.object({ place: z.literal('file'), file: z.string(), line: z.int() }),
])
export type VariableSource = z.output<typeof variableSource>

/** Variables that only act when the panel starts, and that the web shows beside the settings. */
export const startVariables = [
  'HTTP_HOST',
  'AUTH_REQUIRE_MFA_FOR_ADMINS',
  'CAPTCHA_PROVIDER',
  'PLUGINS_DISABLED',
  'TLS_CERT_FILE',
  'TLS_ACME',
] as const
export type StartVariable = (typeof startVariables)[number]

const stateOf = <Schema extends z.ZodType>(value: Schema) =>
  z.object({
    /** What acts now. */
    value,
    default: value,
    variable: z.string(),
    /** Where the variable is set, which then cannot be changed here; null: the setting acts. */
    locked_by: variableSource.nullable(),
  })

const panelSettingsAnswer = z.object({
  upload_archives: stateOf(panelSettings.upload_archives.schema),
  upload_binaries: stateOf(panelSettings.upload_binaries.schema),
  large_transfers: stateOf(panelSettings.large_transfers.schema),
  /** Where browsers reach the panel, as its variables say. */
  address: z.string(),
  /** So many days an administrator has to set up two-factor authentication, 0: as long as they like; null: they need none. */
  administrators_two_factor_days: z.int().nullable(),
  /** When the panel's own HTTPS certificate runs out; null where it has none, as behind a proxy. */
  certificate_expires_at: time.nullable(),
  activity_people: stateOf(panelSettings.activity_people.schema),
  /** Where each of the variables that act at start is set; null: nowhere. */
  start_variables: z.record(z.enum(startVariables), variableSource.nullable()),
})
export type PanelSettingsAnswer = z.output<typeof panelSettingsAnswer>

export const readPanelSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'The settings of the panel, and which of them a variable has fixed',
  answer: panelSettingsAnswer,
  gives: ['ETag'],
})

/** What is left out stays, null goes back to the default. Acts at once, on all instances; all or nothing. */
export const changePanelSettings = endpoint({
  method: 'PATCH',
  path: '/api/settings',
  summary: 'Change settings of the panel; 409 where a variable is set',
  body: z.object({
    upload_archives: panelSettings.upload_archives.schema.nullable().optional(),
    upload_binaries: panelSettings.upload_binaries.schema.nullable().optional(),
    large_transfers: panelSettings.large_transfers.schema.nullable().optional(),
    activity_people: panelSettings.activity_people.schema.nullable().optional(),
  }),
  answer: panelSettingsAnswer,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})
