// Wires the plugins: what they may reach, what they are told, and who manages them.

import type { Kysely } from 'kysely'
import type { Changes } from '../../platform/changes.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import type { Players } from '../players/players.ts'
import type { Users } from '../users/users.ts'
import { createHostCall } from './host/host-calls.ts'
import { createHostFunctions, serverForPlugin } from './host/host-functions.ts'
import { createPluginHttpClient, type PluginHttpOptions } from './host/plugin-http-client.ts'
import { createPluginLogs } from './host/plugin-logs.ts'
import { createPluginValuesStore } from './host/plugin-values-store.ts'
import { createPlugins } from './installed-plugins.ts'
import { createPlayerJoins } from './player-joins.ts'
import { notifyPlugins } from './plugin-events.ts'
import { createPluginsStore } from './plugins-store.ts'
import { pluginRoutes } from './routes.ts'
import { openShippedPlugins } from './shipped-plugins.ts'

interface PluginSystemDeps {
  db: Kysely<Schema>
  gameServers: GameServers
  nodes: Nodes
  users: Users
  players: Pick<Players, 'list'>
  access: Access
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  changes: Changes
  boxes: { pluginSettings: SecretBox }
  config: { disabled: boolean; http: Omit<PluginHttpOptions, 'version' | 'resolve'> }
  /** For tests: which addresses a name has. */
  resolve?: PluginHttpOptions['resolve']
  /** The program of a plugin's thread, when it is bundled. */
  workerFile: URL | null
  /** Folder of the packages that come with Rookery; null where nothing is built. */
  shippedFolder: string | null
  version: string
  log: Log
  now(): number
}

const playersEveryMs = 30_000

export interface PluginSystem {
  routes: Route[]
  /** Starts what is switched on. */
  start(): Promise<void>
  close(): Promise<void>
}

export function openPlugins(deps: PluginSystemDeps): PluginSystem {
  const { db, config, version, resolve, now } = deps
  const logs = createPluginLogs(now)
  const http = createPluginHttpClient({ ...config.http, version, ...(resolve && { resolve }) })
  const values = createPluginValuesStore(db)
  const store = createPluginsStore(db, deps.log)
  const secretBox = deps.boxes.pluginSettings
  const plugins = createPlugins({
    ...deps,
    store,
    secretBox,
    hostCall: createHostCall(
      createHostFunctions({ ...deps, secretBox, findPlugin: store.find, values, logs, http }),
    ),
    isDisabled: config.disabled,
  })
  const publish = notifyPlugins({ ...deps, plugins })
  const joins = createPlayerJoins({
    isWanted: () => plugins.listeners('player.join').length > 0,
    async runningServers() {
      const filter = { visible: { all: true as const, except: [] }, state: 'running' as const, sort: 'id' }
      const { items } = await deps.gameServers.list(filter, { limit: 1_000, offset: 0 })
      return items.filter(server => server.node_online).map(serverForPlugin)
    },
    listPlayers: deps.players.list,
    publish,
  })
  const looking = setInterval(() => {
    joins.check().catch((error: unknown) => deps.log.warn({ err: error }, 'players could not be looked for'))
  }, playersEveryMs).unref()
  return {
    routes: pluginRoutes({
      ...deps,
      plugins,
      shipped: openShippedPlugins(deps.shippedFolder, deps.log),
      logs,
    }),
    start: plugins.start,
    async close() {
      clearInterval(looking)
      await plugins.close()
      await http.close()
    },
  }
}
