// The settings of a game server: values of its template's variables, and how it starts.

import * as z from 'zod'
import { crashPolicy } from '../daemon/game-server-definition.ts'
import { templateVariable } from '../template/variables.ts'
import { endpoint } from './endpoint.ts'
import { gameServerParams } from './shapes.ts'

export const settingsVariable = templateVariable
  .pick({
    ...{ name: true, title: true, description: true, default: true, rules: true },
    ...{ hint: true, choices: true, secret: true },
  })
  .extend({
    /** Null: a secret that the caller may not read, or that nobody can read now. */
    value: z.string().nullable(),
    /** The stored value is sealed with another ENCRYPTION_KEY than the panel has; it stays until it is entered again. */
    unreadable: z.boolean(),
    /** Whether the caller may change it. */
    editable: z.boolean(),
  })
export type SettingsVariable = z.output<typeof settingsVariable>

export const gameServerSettings = z.object({
  variables: z.array(settingsVariable),
  autostart: z.boolean(),
  update_before_start: z.boolean(),
  crash_policy: crashPolicy,
  /** The label of the container image; null where the game does not run in one. */
  image: z.string().nullable(),
  images: z.array(z.string()),
  /** True while the game runs with older values than these. */
  needs_restart: z.boolean(),
})
export type GameServerSettings = z.output<typeof gameServerSettings>

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/settings',
  summary: 'The settings of a game server',
  params: gameServerParams,
  answer: gameServerSettings,
  gives: ['ETag'],
})

/** What is left out stays as it is; when one value is refused, nothing changes. */
export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/servers/{server}/settings',
  summary: 'Change the settings of a game server, all or nothing',
  params: gameServerParams,
  body: z.object({
    variables: z.record(z.string().max(191), z.string().max(8192)).optional(),
    autostart: z.boolean().optional(),
    update_before_start: z.boolean().optional(),
    crash_policy: crashPolicy.optional(),
    image: z.string().max(190).optional(),
  }),
  answer: gameServerSettings,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})
