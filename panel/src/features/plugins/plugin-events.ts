// Tells plugins what has happened: each event to those that listen to it, one after another, without anybody waiting.

import type { PluginEventMessage } from '@rookery/contracts/plugin/host-calls.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { PluginEnded } from '@rookery/plugin-host/plugin-host.ts'
import type { Change, Changes } from '../../platform/changes.ts'
import type { Log } from '../../platform/log.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { type PluginServer, serverForPlugin } from './host/host-functions.ts'
import type { Plugins } from './installed-plugins.ts'

interface PluginEventDeps {
  plugins: Pick<Plugins, 'listeners'>
  gameServers: Pick<GameServers, 'list'>
  changes: Pick<Changes, 'listen'>
  log: Log
}

/** Gives the function that tells what no change tells. */
export function notifyPlugins({ plugins, gameServers, changes, log }: PluginEventDeps) {
  async function serverOf(id: number): Promise<PluginServer | null> {
    const { items } = await gameServers.list(
      { visible: { all: false, only: [id] }, sort: 'id' },
      { limit: 1, offset: 0 },
    )
    return items[0] ? serverForPlugin(items[0]) : null
  }

  async function messageOf(change: Change): Promise<PluginEventMessage | null> {
    if (change.kind === 'game-server-state') {
      const server = await serverOf(change.gameServerId)
      return server && { event: 'server.state', server, state: change.state, reason: change.reason }
    }
    if (change.kind === 'task') {
      const { taskId: id, taskKind: kind, status, message, gameServerId } = change
      const server = gameServerId === null ? null : await serverOf(gameServerId)
      return { event: 'task.end', task: { id, kind, status, message }, server }
    }
    if (change.kind === 'signed-in') {
      return { event: 'user.sign_in', user: { id: change.userId, login: change.login } }
    }
    return null
  }

  function publish(message: PluginEventMessage): void {
    for (const run of plugins.listeners(message.event)) {
      run.call('event', message).catch((error: unknown) => {
        // Why a plugin has ended is told elsewhere.
        if (error instanceof PluginEnded) return
        log.warn({ err: error, event: message.event }, 'a plugin did not take an event')
      })
    }
  }

  changes.listen((change, origin) => {
    // Plugins run at every instance; the one where it happened tells them.
    if (origin === 'elsewhere') return
    const event = eventOf(change)
    // Nobody listens: nothing is read from the database for it.
    if (event === null || plugins.listeners(event).length === 0) return
    messageOf(change).then(
      message => message && publish(message),
      (error: unknown) => log.error({ err: error, event }, 'plugins could not be told of an event'),
    )
  })
  return publish
}

function eventOf(change: Change): PluginEventMessage['event'] | null {
  if (change.kind === 'game-server-state') return 'server.state'
  if (change.kind === 'task') return hasEnded(change.status) ? 'task.end' : null
  return change.kind === 'signed-in' ? 'user.sign_in' : null
}
