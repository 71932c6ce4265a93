// Plugins: installed from a package, granted what they ask for, run in a sandbox while they are switched on.

import { administratorPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { Plugin, PluginPageEntry } from '@rookery/contracts/http/plugins.ts'
import { administratorSlots } from '@rookery/contracts/plugin/manifest.ts'
import type { PluginEvent, PluginPermission } from '@rookery/contracts/plugin/permissions.ts'
import { translateManifest } from '@rookery/contracts/plugin/translate-manifest.ts'
import type { Changes } from '../../platform/changes.ts'
import type { AlsoWrite } from '../../platform/database/portable.ts'
import { lacking } from '../../platform/lacking.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { timeOf } from '../../platform/times.ts'
import type { Audit } from '../audit/audit.ts'
import type { NewPeopleEntry, PeopleActivity } from '../people-activity/people-activity.ts'
import { type Author, changedFields, changedNames } from '../people-activity/people-activity-rules.ts'
import type { HostCall } from './host/host-calls.ts'
import { changesGrants, grantsAfterUpdate, missingGrants, settingProblems } from './logic/plugin-state.ts'
import { PluginRun } from './plugin-run.ts'
import type { PluginsStore, StoredPlugin } from './plugins-store.ts'
import { readPackage } from './read-package.ts'

export interface PluginsDeps {
  store: PluginsStore
  hostCall: HostCall
  secretBox: SecretBox
  /** PLUGINS_DISABLED: nothing is loaded, whatever is switched on (C251). */
  isDisabled: boolean
  /** The program of a plugin's thread, when it is bundled. */
  workerFile: URL | null
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  changes: Pick<Changes, 'publishEverywhere' | 'listen'>
  log: Log
  now(): number
}

/** null forgets what is stored. */
type SettingInput = Record<string, string | null>

interface PluginInput {
  enabled?: boolean | undefined
  granted?: PluginPermission[] | undefined
  settings?: SettingInput | undefined
}

/** Who installs or changes a plugin. */
export interface PluginManager {
  userId: number
  /** For the record of who did what. */
  author: Author
  isAdministrator: boolean
}

export type Plugins = ReturnType<typeof createPlugins>

export function createPlugins(deps: PluginsDeps) {
  const { store, secretBox, isDisabled, changes, log, now } = deps
  const runs = new Map<number, PluginRun>()
  let order: Promise<unknown> = Promise.resolve()

  /** One at a time: what is told to run is what was stored last. */
  function settle(id: number): Promise<void> {
    const work = order.then(() => takeUp(id))
    order = work.catch(error => log.error({ err: error, plugin_id: id }, 'a plugin could not be taken up'))
    return work
  }

  async function takeUp(id: number): Promise<void> {
    await runs.get(id)?.close()
    runs.delete(id)
    const plugin = await store.find(id)
    if (isDisabled || !plugin?.enabled || missingGrants(plugin.manifest, plugin.granted).length > 0) return
    const files = await store.files(id)
    if (!files?.module) return
    const run = new PluginRun({
      ...deps,
      plugin,
      module: files.module,
      failed: text => {
        log.warn({ plugin: plugin.manifest.id, reason: text }, 'a plugin has ended')
        const details = { plugin_id: id, plugin: plugin.manifest.id, reason: text }
        deps.audit.record({ event: 'plugin.failed', outcome: 'failure', request: null, details })
      },
    })
    runs.set(id, run)
    await run.start()
  }

  const answerOf = (plugin: StoredPlugin): Plugin => {
    const run = runs.get(plugin.id)
    return {
      id: plugin.id,
      manifest: plugin.manifest,
      enabled: plugin.enabled,
      state: stateOf(plugin, run),
      problem: isDisabled
        ? 'plugins are switched off for the whole panel (PLUGINS_DISABLED)'
        : (plugin.damage ?? unreadableProblem(plugin) ?? run?.problem ?? null),
      granted: plugin.granted,
      granted_by: plugin.grantedBy,
      settings: visibleSettings(plugin),
      secrets_set: secretsSet(plugin),
      package_hash: plugin.packageHash,
      installed_at: timeOf(plugin.createdAtMs),
      updated_at: timeOf(plugin.updatedAtMs),
    }
  }

  /** Null: every secret that is set can be read. */
  function unreadableProblem({ manifest, settings }: StoredPlugin): string | null {
    const secrets = manifest.settings.filter(({ kind, name }) => kind === 'secret' && settings[name])
    const lost = secrets.filter(({ name }) => secretBox.open(settings[name] ?? '') === null)
    if (lost.length === 0) return null
    const names = lost.map(({ name }) => name).join(', ')
    return `cannot read ${names}: ENCRYPTION_KEY is missing or changed. Restore the key, or enter the value again`
  }

  function stateOf(plugin: StoredPlugin, run: PluginRun | undefined): Plugin['state'] {
    if (isDisabled) return 'off'
    if (plugin.damage !== null) return 'failed'
    if (!plugin.enabled) return 'off'
    if (missingGrants(plugin.manifest, plugin.granted).length > 0) return 'waiting'
    // A plugin of pages alone has nothing that could fail.
    return run?.state ?? 'running'
  }

  async function find(id: number): Promise<StoredPlugin> {
    const plugin = await store.find(id)
    if (!plugin) throw new PanelError('not_found', { message: 'there is no such plugin' })
    return plugin
  }

  /** Secrets are sealed; a secret of '' keeps what is stored. */
  function settingsToStore(plugin: StoredPlugin, requested: SettingInput): Record<string, string> {
    const isSecret = (name: string) =>
      plugin.manifest.settings.some(one => one.name === name && one.kind === 'secret')
    const stored = Object.entries(plugin.settings).filter(([name]) => isSecret(name))
    const given = Object.entries(requested).filter(([name, value]) => !isSecret(name) || value !== '')
    const values: SettingInput = { ...Object.fromEntries(stored), ...Object.fromEntries(given) }
    const problems = settingProblems(plugin.manifest, values)
    if (Object.keys(problems).length > 0) throw new PanelError('invalid_input', { fields: problems })
    return Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        if (value === null) return []
        return [[name, isSecret(name) && requested[name] ? secretBox.seal(value) : value]]
      }),
    )
  }

  const alsoRecord =
    (
      { author }: PluginManager,
      event: NewPeopleEntry['event'],
      { id, manifest }: Pick<StoredPlugin, 'id' | 'manifest'>,
      details: NewPeopleEntry['details'] = {},
    ): AlsoWrite =>
    transaction =>
      deps.peopleActivity.write(transaction, author, {
        event,
        subject: { type: 'plugin', id, name: manifest.name },
        details,
      })

  /** Here it is taken up when this returns, elsewhere soon. */
  async function publishChanged(id: number): Promise<void> {
    await changes.publishEverywhere({ kind: 'plugin-changed', pluginId: id })
    await order
  }

  changes.listen(change => {
    if (change.kind === 'plugin-changed') void settle(change.pluginId)
  })

  return {
    async list(): Promise<Plugin[]> {
      return (await store.list()).map(answerOf)
    },
    read: async (id: number) => answerOf(await find(id)),

    /** Installs, or updates the plugin of the same id; answers whether it is new. */
    async install(bytes: Buffer, by: PluginManager): Promise<{ plugin: Plugin; isNew: boolean }> {
      const read = await readPackage(bytes)
      const grantsAfter = (known: Pick<StoredPlugin, 'granted' | 'packageHash'>) =>
        grantsAfterUpdate(known, read, by.isAdministrator)
      const { version } = read.manifest
      const changes = [{ field: 'version', before: null, after: version }]
      const { id, isNew } = await store.put(read, grantsAfter, now(), put =>
        alsoRecord(
          by,
          put.isNew ? 'plugin_installed' : 'plugin_updated',
          { ...read, id: put.id },
          { changes },
        ),
      )
      await publishChanged(id)
      return { plugin: answerOf(await find(id)), isNew }
    },

    async change(id: number, input: PluginInput, by: PluginManager): Promise<Plugin> {
      const { enabled, granted, settings } = input
      const plugin = await find(id)
      const isGranting =
        granted !== undefined && (plugin.damage !== null || changesGrants(plugin.granted, granted))
      if (isGranting && !by.isAdministrator) {
        const message = 'only administrators can grant or revoke permissions of plugins: ask one of them'
        throw lacking({ permission: administratorPermission }, message)
      }
      const extra = granted?.filter(name => !plugin.manifest.permissions.some(one => one.permission === name))
      if (extra && extra.length > 0) {
        throw new PanelError('invalid_input', {
          fields: { granted: [`the plugin does not ask for ${extra[0]}`] },
        })
      }
      await store.change(
        id,
        {
          // What was damaged runs again only when somebody says so.
          ...(enabled === undefined && plugin.damage === null ? {} : { enabled: enabled ?? false }),
          ...(isGranting && { grants: { permissions: granted, by: by.userId } }),
          ...(settings && { settings: settingsToStore(plugin, settings) }),
        },
        now(),
        alsoRecord(by, 'plugin_changed', plugin, {
          changes: changedFields({ enabled: plugin.enabled }, { enabled }),
          ...(granted && changedNames(plugin.granted, granted)),
          ...(settings && { fields: changedSettings(plugin, settings) }),
        }),
      )
      await publishChanged(id)
      return answerOf(await find(id))
    },

    async remove(id: number, by: PluginManager): Promise<StoredPlugin> {
      const plugin = await find(id)
      await store.remove(id, alsoRecord(by, 'plugin_deleted', plugin))
      await publishChanged(id)
      return plugin
    },

    /** Of plugins that run; null when this one does not. */
    running: (id: number): PluginRun | null => {
      const run = runs.get(id)
      return run?.state === 'running' ? run : null
    },
    /** Those that run and listen to this event. */
    listeners: (event: PluginEvent): PluginRun[] =>
      [...runs.values()].filter(run => run.state === 'running' && run.plugin.manifest.events.includes(event)),

    async pages(isAdministrator: boolean, language: string | null): Promise<PluginPageEntry[]> {
      const plugins = (await store.list()).filter(
        plugin => stateOf(plugin, runs.get(plugin.id)) === 'running',
      )
      return plugins.flatMap(({ id, manifest }) => {
        const { name, pages } = translateManifest(manifest, language)
        const visible = pages.filter(({ slot }) => isAdministrator || !administratorSlots.includes(slot))
        const ofPlugin = { plugin_id: id, plugin_name: name, plugin_manifest_id: manifest.id }
        return visible.map(page => ({ ...page, ...ofPlugin }))
      })
    },

    /** Null unless the plugin is on and has one. */
    async frontend(id: number): Promise<string | null> {
      const plugin = await store.find(id)
      if (!plugin || stateOf(plugin, runs.get(id)) !== 'running') return null
      return (await store.files(id))?.frontend ?? null
    },

    /** Starts what is switched on. */
    async start(): Promise<void> {
      if (isDisabled) return
      for (const { id, enabled } of await store.list()) if (enabled) void settle(id)
    },
    async close(): Promise<void> {
      await order
      await Promise.all([...runs.values()].map(run => run.close()))
    },
  }
}

/** Names alone: a value may be a secret. */
function changedSettings(plugin: StoredPlugin, input: SettingInput): string[] {
  const isSecret = (name: string) =>
    plugin.manifest.settings.some(one => one.name === name && one.kind === 'secret')
  const isChanged = ([name, value]: [string, string | null]) =>
    isSecret(name) ? value !== '' : value !== (plugin.settings[name] ?? null)
  return Object.entries(input)
    .filter(isChanged)
    .map(([name]) => name)
}

function secretsSet({ manifest, settings }: StoredPlugin): string[] {
  return manifest.settings.filter(one => one.kind === 'secret' && settings[one.name]).map(one => one.name)
}

function visibleSettings({ manifest, settings }: StoredPlugin): Record<string, string> {
  return Object.fromEntries(
    manifest.settings.map(one => [
      one.name,
      one.kind === 'secret' ? '' : (settings[one.name] ?? one.default),
    ]),
  )
}
