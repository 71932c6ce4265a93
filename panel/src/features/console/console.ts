// Consoles: one watch per game server however many browsers, commands to the game, and the tail for scripts.

import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError } from '../../platform/daemon-link/link-errors.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { ConsoleWatch, type Viewer } from './console-watch.ts'
import { readTail } from './read-tail.ts'

interface ConsoleParts {
  gameServers: GameServers
  link: Pick<DaemonLink, 'isOnline' | 'openTransfer' | 'call'>
  changes: Changes
  log: Log
  now(): number
}

export type Console = ReturnType<typeof createConsole>

export function createConsole({ gameServers, link, changes, log, now }: ConsoleParts) {
  const watches = new Map<number, ConsoleWatch>()

  function keepReading(watch: ConsoleWatch): void {
    watch.run().catch(error => {
      if (!(error instanceof NodeOfflineError)) {
        log.warn({ err: error, game_server_id: watch.gameServerId }, 'a console stream ended')
      }
    })
  }

  changes.listen(change => {
    if (change.kind === 'node-presence') {
      for (const watch of watches.values()) {
        if (watch.nodeId === change.nodeId && change.online) keepReading(watch)
      }
    }
    if (change.kind === 'game-server-state') {
      const { state, reason } = change
      const watch = watches.get(change.gameServerId)
      watch?.tell('console.status', { state, reason, node_online: link.isOnline(watch.nodeId) })
    }
  })

  return {
    async watch(gameServerId: number, viewer: Viewer): Promise<void> {
      const server = await gameServers.find(gameServerId)
      const watch = watches.get(gameServerId) ?? new ConsoleWatch(gameServerId, server.nodeId, link, now)
      watches.set(gameServerId, watch)
      watch.add(viewer)
      keepReading(watch)
      viewer.connection.send('console.status', {
        state: server.state,
        reason: server.stateReason,
        node_online: link.isOnline(server.nodeId),
      })
      viewer.connection.onClose(() => {
        watch.remove(viewer.connection)
        if (!watch.isUnwatched) return
        watch.close()
        if (watches.get(gameServerId) === watch) watches.delete(gameServerId)
      })
    },

    async send(gameServerId: number, command: string): Promise<void> {
      const nodeId = await gameServers.nodeOf(gameServerId)
      if (nodeId === null) throw new PanelError('not_found')
      if (!link.isOnline(nodeId)) throw new PanelError('node_offline')
      const line = Buffer.from(command, 'utf8')
      const answer = await link.call(nodeId, { $case: 'consoleInput', value: { gameServerId, line } })
      if (answer.errorCode !== '') throw new PanelError('conflict', { message: answer.errorMessage })
    },

    async tail(gameServerId: number): Promise<string> {
      const nodeId = await gameServers.nodeOf(gameServerId)
      if (nodeId === null) throw new PanelError('not_found')
      if (!link.isOnline(nodeId)) throw new PanelError('node_offline')
      return readTail(link, nodeId, gameServerId)
    },
  }
}
