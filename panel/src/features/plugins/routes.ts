// Routes of plugins: management for administrators and the section, pages for everybody, and the plugins' own.

import {
  changePlugin,
  deleteFromPlugin,
  deletePlugin,
  getFromPlugin,
  installShippedPlugin,
  listPluginPages,
  listPlugins,
  listShippedPlugins,
  type Plugin,
  postToPlugin,
  putToPlugin,
  readPlugin,
  readPluginFrontend,
  readPluginLog,
  uploadPlugin,
} from '@rookery/contracts/http/plugins.ts'
import { type PluginManifest, packageLimitBytes } from '@rookery/contracts/plugin/manifest.ts'
import { translateManifest } from '@rookery/contracts/plugin/translate-manifest.ts'
import type { Caller, SignedInCaller } from '../../platform/caller.ts'
import { anyone, inSection, listOfSection, signedIn } from '../../platform/http/access-rule.ts'
import { readWholeBody } from '../../platform/http/read-whole-body.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import {
  type ByteExchange,
  byteRoute,
  type RequestFacts,
  type Route,
  route,
} from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import { isVisible } from '../access/logic/visible-objects.ts'
import type { Audit } from '../audit/audit.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import type { PluginLogs } from './host/plugin-logs.ts'
import type { PluginManager, Plugins } from './installed-plugins.ts'
import { servePluginRoute } from './serve-plugin-route.ts'
import type { ShippedPlugins } from './shipped-plugins.ts'

interface PluginRouteDeps {
  plugins: Plugins
  shipped: ShippedPlugins
  logs: PluginLogs
  access: Pick<Access, 'isAdministrator' | 'visibleObjects' | 'forgetObject'>
  audit: Audit
}

type PluginAudit = 'plugin.installed' | 'plugin.updated' | 'plugin.changed' | 'plugin.deleted'

/** As the author of the plugin says it in the reader's language. */
function inLanguageOf(exchange: ByteExchange) {
  const language = readerLanguage(exchange)
  return <Described extends { manifest: PluginManifest }>(plugin: Described): Described => ({
    ...plugin,
    manifest: translateManifest(plugin.manifest, language),
  })
}

export function pluginRoutes({ plugins, shipped, logs, access, audit }: PluginRouteDeps): Route[] {
  const record = (
    event: PluginAudit,
    call: { caller: Caller; request: RequestFacts },
    details: Record<string, string | number>,
  ) => audit.record({ event, outcome: 'success', request: call.request, details }, call.caller)

  const managerOf = async (caller: SignedInCaller): Promise<PluginManager> => ({
    userId: caller.userId,
    author: authorOf(caller),
    isAdministrator: await access.isAdministrator(caller.userId),
  })

  async function install(
    bytes: Buffer,
    call: { caller: SignedInCaller; request: RequestFacts },
  ): Promise<Plugin> {
    const { plugin, isNew } = await plugins.install(bytes, await managerOf(call.caller))
    const { id, version } = plugin.manifest
    const details = { plugin_id: plugin.id, plugin: id, version, package_hash: plugin.package_hash }
    record(isNew ? 'plugin.installed' : 'plugin.updated', call, details)
    return plugin
  }

  return [
    route(listPlugins, listOfSection('plugin'), async (call, exchange) => {
      const visible = await access.visibleObjects(call.caller.userId, 'plugin')
      const listed = (await plugins.list()).filter(plugin => isVisible(visible, plugin.id))
      return listed.map(inLanguageOf(exchange))
    }),
    route(readPlugin, inSection('plugin', 'view'), async (call, exchange) =>
      inLanguageOf(exchange)(await plugins.read(call.params.id)),
    ),
    byteRoute(uploadPlugin, inSection('plugin', 'create'), async (call, exchange) => {
      const { body } = exchange
      const text = `a plugin package has at most ${packageLimitBytes} bytes`
      const bytes = await readWholeBody(body, packageLimitBytes, text)
      return inLanguageOf(exchange)(await install(bytes, call))
    }),
    route(listShippedPlugins, inSection('plugin', 'create'), async (_, exchange) =>
      (await shipped.list(await plugins.list())).map(inLanguageOf(exchange)),
    ),
    route(installShippedPlugin, inSection('plugin', 'create'), async (call, exchange) => {
      const found = await shipped.find(call.body.id)
      if (!found) {
        throw new PanelError('not_found', { message: `no plugin ${call.body.id} comes with this Rookery` })
      }
      return inLanguageOf(exchange)(await install(found.bytes, call))
    }),
    route(changePlugin, inSection('plugin', 'edit'), async (call, exchange) => {
      const plugin = await plugins.change(call.params.id, call.body, await managerOf(call.caller))
      const details = {
        plugin_id: plugin.id,
        plugin: plugin.manifest.id,
        fields: Object.keys(call.body).join(','),
      }
      record('plugin.changed', call, { ...details, granted: plugin.granted.join(',') })
      return inLanguageOf(exchange)(plugin)
    }),
    route(deletePlugin, inSection('plugin', 'delete'), async call => {
      const { id, manifest } = await plugins.remove(call.params.id, await managerOf(call.caller))
      logs.forget(id)
      await access.forgetObject('plugin', id)
      record('plugin.deleted', call, { plugin_id: id, plugin: manifest.id })
    }),
    route(readPluginLog, inSection('plugin', 'view'), async call => {
      const { id } = await plugins.read(call.params.id)
      return logs.of(id).map(({ atMs, level, message }) => ({ at: timeOf(atMs), level, message }))
    }),
    route(listPluginPages, signedIn('refused'), async (call, exchange) =>
      plugins.pages(await access.isAdministrator(call.caller.userId), readerLanguage(exchange)),
    ),
    byteRoute(readPluginFrontend, signedIn('refused'), async (call, { reply }) => {
      const frontend = await plugins.frontend(call.params.id)
      if (frontend === null) throw new PanelError('not_found')
      return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(frontend)
    }),
    ...[getFromPlugin, postToPlugin, putToPlugin, deleteFromPlugin].map(endpoint =>
      byteRoute(endpoint, anyone, async (call, exchange) => {
        const run = plugins.running(call.params.id)
        if (!run) throw new PanelError('not_found')
        const { isAdministrator } = access
        return servePluginRoute(run, `/${call.params['*']}`, exchange, {
          caller: call.caller,
          isAdministrator,
        })
      }),
    ),
  ]
}
