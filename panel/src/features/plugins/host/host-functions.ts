// The functions behind the host calls of plugins: each sees only what its permission opens.

import type { pluginServer } from '@rookery/contracts/plugin/host-calls.ts'
import { PluginRefusal } from '@rookery/plugin-host/plugin-host.ts'
import type * as z from 'zod'
import type { Log } from '../../../platform/log.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import type { SecretBox } from '../../../platform/secret-box.ts'
import { everyObject } from '../../access/logic/visible-objects.ts'
import type { Audit } from '../../audit/audit.ts'
import type { GameServers } from '../../game-servers/game-servers.ts'
import type { Nodes } from '../../nodes/nodes.ts'
import type { Users } from '../../users/users.ts'
import { settingValue } from '../logic/plugin-state.ts'
import type { StoredPlugin } from '../plugins-store.ts'
import type { HostFunctions } from './host-calls.ts'
import type { PluginHttpClient } from './plugin-http-client.ts'
import type { PluginLogs } from './plugin-logs.ts'
import type { PluginValuesStore } from './plugin-values-store.ts'

export interface HostFunctionDeps {
  /** As stored now: who granted it may be gone since it was started. */
  findPlugin(id: number): Promise<StoredPlugin | null>
  values: PluginValuesStore
  logs: PluginLogs
  gameServers: Pick<GameServers, 'list' | 'act'>
  nodes: Pick<Nodes, 'list'>
  users: Pick<Users, 'list'>
  http: PluginHttpClient
  audit: Audit
  secretBox: SecretBox
  log: Log
  now(): number
}

export type PluginServer = z.output<typeof pluginServer>
type ListedGameServer = Awaited<ReturnType<GameServers['list']>>['items'][number]

const listLimit = 1_000
const everything = { limit: listLimit, offset: 0 }

export function createHostFunctions(deps: HostFunctionDeps): HostFunctions {
  const { values, logs, gameServers, nodes, users, http, secretBox, log, now } = deps
  return {
    log(plugin, { level, message }) {
      logs.add(plugin.id, level, message)
      log[level]({ plugin: plugin.manifest.id, message }, 'a plugin says')
      return null
    },
    'time.now': () => ({ ms: now() }),
    'settings.get': ({ manifest, settings }) =>
      Object.fromEntries(
        manifest.settings.map(setting => {
          const value = settingValue(setting, settings)
          return [setting.name, setting.kind === 'secret' ? (secretBox.open(value) ?? '') : value]
        }),
      ),
    'storage.get': async (plugin, { key }) => ({ value: await values.get(plugin.id, key) }),
    async 'storage.set'(plugin, { key, value }) {
      if ((await values.set(plugin.id, key, value)) === 'full') {
        throw new PluginRefusal('the storage of this plugin is full: delete something first')
      }
      return null
    },
    async 'storage.delete'(plugin, { key }) {
      await values.delete(plugin.id, key)
      return null
    },
    'storage.list': async (plugin, { prefix }) => ({ keys: await values.list(plugin.id, prefix) }),
    async 'servers.list'() {
      const { items } = await gameServers.list({ visible: { all: true, except: [] }, sort: 'id' }, everything)
      return { servers: items.map(serverForPlugin) }
    },
    async 'servers.power'(plugin, { id, action }) {
      const granter = (await deps.findPlugin(plugin.id))?.grantedBy ?? null
      const { id: slug, name } = plugin.manifest
      const done = await asText(() => gameServers.act(id, action, granter?.id ?? null, { plugin: name }))
      deps.audit.record({
        event: 'plugin.acted',
        outcome: 'success',
        request: null,
        actor: { id: granter?.id ?? null, login: granter?.login ?? null, method: 'plugin' },
        details: { plugin_id: plugin.id, plugin: slug, action, server_id: id, task_id: done.task_id },
      })
      return done
    },
    async 'nodes.list'() {
      const { items } = await nodes.list(everything, everyObject)
      return { nodes: items.map(({ id, name, online }) => ({ id, name, online })) }
    },
    async 'users.list'() {
      const { items } = await users.list({ q: undefined, role: undefined, sort: 'login' }, everything)
      return { users: items.map(({ id, login, name }) => ({ id, login, name })) }
    },
    'http.fetch': (_plugin, input, signal) => http.fetch(input, signal),
  }
}

export function serverForPlugin(server: ListedGameServer): PluginServer {
  const { id, name, state, state_reason, node_id, node_online, ip, port, template } = server
  return { id, name, game: template.game, state, state_reason, node_id, node_online, ip, port }
}

/** What the panel refuses, a plugin is told in the same words. */
async function asText<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof PanelError && error.status < 500 ? new PluginRefusal(error.message) : error
  }
}
