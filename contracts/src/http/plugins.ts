// Plugins: install one that comes with Rookery or upload one, look at what one asks for, grant it, switch it on; and what a plugin itself serves.

import * as z from 'zod'
import { pluginManifest, pluginPage } from '../plugin/manifest.ts'
import { pluginPermissionNames } from '../plugin/permissions.ts'
import { endpoint } from './endpoint.ts'
import { idParams, idText, time } from './shapes.ts'

/** `waiting`: it asks for more than was granted. `failed`: it ended by itself, and `problem` says why. */
export const pluginStates = ['off', 'waiting', 'starting', 'running', 'failed'] as const

export const plugin = z.object({
  id: z.int(),
  manifest: pluginManifest,
  enabled: z.boolean(),
  state: z.enum(pluginStates),
  problem: z.string().nullable(),
  granted: z.array(z.enum(pluginPermissionNames)),
  /** The administrator who granted them last; null when nothing is granted, or they are gone. */
  granted_by: z.object({ id: z.int(), login: z.string() }).nullable(),
  /** Values of its settings; a secret is told as '' and stays as it is when '' comes back. */
  settings: z.record(z.string(), z.string()),
  /** Names of the secrets that hold a value. */
  secrets_set: z.array(z.string()),
  /** SHA-256 of the package, to compare with what its author publishes. */
  package_hash: z.string(),
  installed_at: time,
  updated_at: time,
})
export type Plugin = z.output<typeof plugin>

export const listPlugins = endpoint({
  method: 'GET',
  path: '/api/plugins',
  summary: 'All plugins',
  answer: z.array(plugin),
})

export const readPlugin = endpoint({
  method: 'GET',
  path: '/api/plugins/{id}',
  summary: 'One plugin',
  params: idParams,
  answer: plugin,
})

/**
 * A plugin with the same id in its manifest is replaced; what it asks for anew must be granted before it runs again.
 * From somebody who is no administrator, a package of other content loses everything that was granted.
 */
export const uploadPlugin = endpoint({
  method: 'POST',
  path: '/api/plugins',
  idempotencyKey: 'ignored',
  summary: 'Install or update a plugin from its package; it runs only after it was granted what it asks for',
  bytes: { body: 'application/zip' },
  answer: plugin,
  status: 201,
})

/** A package that comes with Rookery, whether or not it is installed. */
export const shippedPlugin = z.object({
  manifest: pluginManifest,
  /** SHA-256 of the package. */
  package_hash: z.string(),
  /** The installed plugin of the same id; null when there is none. */
  installed: z.object({ id: z.int(), version: z.string() }).nullable(),
  /** The shipped version is newer than the installed one. */
  is_update: z.boolean(),
})
export type ShippedPlugin = z.output<typeof shippedPlugin>

export const listShippedPlugins = endpoint({
  method: 'GET',
  path: '/api/shipped-plugins',
  summary: 'The plugins that come with Rookery, and which of them are installed',
  answer: z.array(shippedPlugin),
})

export const installShippedPlugin = endpoint({
  method: 'POST',
  path: '/api/shipped-plugins',
  idempotencyKey: 'ignored',
  summary:
    'Install or update a plugin that comes with Rookery; it runs only after it was granted what it asks for',
  body: z.object({ id: z.string().max(40) }),
  refuses: ['not_found'],
  answer: plugin,
  status: 201,
})

export const changePlugin = endpoint({
  method: 'PUT',
  path: '/api/plugins/{id}',
  summary: 'Change settings, switch on or off; grant permissions, which only administrators may',
  params: idParams,
  body: z.object({
    enabled: z.boolean().optional(),
    granted: z.array(z.enum(pluginPermissionNames)).optional(),
    /** null forgets what is stored: a secret is gone then, anything else as its author gave it. */
    settings: z.record(z.string().max(40), z.string().max(4_000).nullable()).optional(),
  }),
  answer: plugin,
})

export const deletePlugin = endpoint({
  method: 'DELETE',
  path: '/api/plugins/{id}',
  summary: 'Remove a plugin with all that it has stored',
  params: idParams,
})

export const readPluginLog = endpoint({
  method: 'GET',
  path: '/api/plugins/{id}/log',
  summary: 'What the plugin has logged since it was started, at most 200 lines',
  params: idParams,
  answer: z.array(z.object({ at: time, level: z.string(), message: z.string() })),
})

/** For everybody who is signed in: which pages running plugins bring. */
export const listPluginPages = endpoint({
  method: 'GET',
  path: '/api/plugin-pages',
  summary: 'The pages that running plugins bring, as far as the caller may see them',
  answer: z.array(
    pluginPage.extend({
      plugin_id: z.int(),
      plugin_name: z.string(),
      /** `id` in its plugin.json. */
      plugin_manifest_id: z.string(),
    }),
  ),
})
export type PluginPageEntry = z.output<typeof listPluginPages.answer>[number]

export const readPluginFrontend = endpoint({
  method: 'GET',
  path: '/api/plugins/{id}/frontend.js',
  summary: 'The front-end part of a running plugin, an ES module for a sandboxed frame',
  params: idParams,
  bytes: { answer: 'text/javascript' },
  status: 200,
})

const pluginHttp = <const Method extends 'GET' | 'POST' | 'PUT' | 'DELETE'>(method: Method) =>
  endpoint({
    method,
    idempotencyKey: 'ignored',
    path: '/api/plugins/{id}/http/*',
    summary: 'A route of a running plugin, as its manifest declares it',
    params: z.object({ id: idText, '*': z.string() }),
    bytes: { body: 'application/octet-stream', answer: 'application/octet-stream' },
    status: 200,
  })

export const getFromPlugin = pluginHttp('GET')
export const postToPlugin = pluginHttp('POST')
export const putToPlugin = pluginHttp('PUT')
export const deleteFromPlugin = pluginHttp('DELETE')
