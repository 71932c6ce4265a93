// plugin.json: what a plugin package says of itself. A package is a zip file with plugin.json, plugin.wasm and, when it
// has pages, frontend.js; nothing else.

import * as z from 'zod'
import { pluginEventNames, pluginEvents, pluginPermissionNames } from './permissions.ts'
import { textsOfManifest } from './translate-manifest.ts'

export const packageLimitBytes = 12 * 1024 * 1024
export const frontendLimitBytes = 1024 * 1024

const oneLine = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(190, 'must be at most 190 characters')
  .regex(/^\P{Cc}*$/u, 'must be one line')

/** The English text, and other languages where the author gives them. */
const localizedText = z.union([
  oneLine.transform(en => ({ en })),
  z.object({ en: oneLine }).catchall(oneLine),
])

const name = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be a lower-case name such as my-name')

export const pluginPermissionRequest = z.object({
  permission: z.enum(pluginPermissionNames),
  /** Shown to the administrator who decides. */
  reason: oneLine,
})

export const pluginRoute = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  /** Below /api/plugins/{id}/http; a last part of `*` takes everything below. */
  path: z.string().regex(/^(\/[\w.~-]+)*(\/\*)?\/?$/, 'must be a path such as /status or /files/*'),
  access: z.enum(['public', 'signed-in', 'administrator']),
})

export const pluginSetting = z.object({
  name,
  label: localizedText,
  kind: z.enum(['text', 'secret', 'url', 'number', 'boolean', 'choice']),
  choices: z.array(oneLine).max(50).optional(),
  /** What people read instead of a choice, by the choice. */
  choice_labels: z.record(z.string(), localizedText).optional(),
  required: z.boolean().default(false),
  default: z.string().max(2_000).default(''),
  help: localizedText.optional(),
})
export type PluginSetting = z.output<typeof pluginSetting>

/** `settings`: below the plugin's own settings, for administrators alone as `admin-page` is. */
export const pluginSlots = ['server-tab', 'home-widget', 'admin-page', 'settings'] as const

export const administratorSlots: readonly (typeof pluginSlots)[number][] = ['admin-page', 'settings']

export const pluginPage = z.object({ id: name, slot: z.enum(pluginSlots), title: localizedText })

export const pluginManifest = z
  .object({
    id: z.string().regex(/^[a-z][a-z0-9-]{2,39}$/, 'must be 3 to 40 lower-case letters, digits and dashes'),
    name: oneLine,
    version: z
      .string()
      .regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}(-[0-9A-Za-z.-]{1,40})?$/, 'must have the form 1.2.3'),
    abi: z.literal(1, 'must be 1'),
    description: oneLine,
    author: oneLine.optional(),
    homepage: z.httpUrl().max(500).optional(),
    permissions: z.array(pluginPermissionRequest).max(pluginPermissionNames.length).default([]),
    events: z.array(z.enum(pluginEventNames)).max(pluginEventNames.length).default([]),
    routes: z.array(pluginRoute).max(100).default([]),
    pages: z.array(pluginPage).max(20).default([]),
    settings: z.array(pluginSetting).max(50).default([]),
    /** By language (`de`, `pt-br`), then by English text, as in templates. What is missing stays English. */
    translations: z
      .record(
        z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/, 'must be a language such as de or pt-br'),
        z.record(z.string(), oneLine),
      )
      .optional(),
  })
  .strict()
  .superRefine((manifest, context) => {
    const asked = new Set<string>(manifest.permissions.map(one => one.permission))
    const complain = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    for (const event of manifest.events) {
      if (!asked.has(pluginEvents[event]))
        complain('events', `${event} needs the permission ${pluginEvents[event]}`)
    }
    if (manifest.routes.some(route => route.access === 'public') && !asked.has('routes:public')) {
      complain('routes', 'a public route needs the permission routes:public')
    }
    if (asked.size < manifest.permissions.length) complain('permissions', 'a permission is asked for twice')
    for (const list of ['pages', 'settings'] as const) {
      const names = manifest[list].map(one => ('id' in one ? one.id : one.name))
      if (new Set(names).size < names.length) complain(list, 'two have the same name')
    }
    const texts = new Set(textsOfManifest(manifest))
    for (const [language, entries] of Object.entries(manifest.translations ?? {})) {
      for (const english of Object.keys(entries).filter(text => !texts.has(text)))
        complain('translations', `${language}: "${english}" is not a text of this plugin`)
    }
  })
export type PluginManifest = z.output<typeof pluginManifest>
