// Consoles: one watch per game server however many browsers, commands to the game, and the tail for scripts.

import { OutputRing } from '@rookery/primitives/output-ring.ts'
import { harmlessString } from '@rookery/primitives/terminal-text.ts'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError, TransferError } from '../../platform/daemon-link/link-errors.ts'
import { readWithinSilence } from '../../platform/daemon-link/transfers.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Connection } from '../../platform/websocket/connection.ts'
import type { Access } from '../access/access.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { attachChannel } from './attach-channel.ts'
import { createAttachSessions } from './attach-sessions.ts'
import { consoleChannel } from './channel.ts'
import { ConsoleWatch, type Viewer } from './console-watch.ts'
import { orphanedHeadBytes } from './logic/whole-characters.ts'
import { consoleRoutes } from './routes.ts'

const tailBytes = 128 * 1024

interface ConsoleDeps {
  gameServers: Pick<GameServers, 'find' | 'nodeOf'>
  link: Pick<DaemonLink, 'isOnline' | 'openTransfer' | 'call'>
  changes: Changes
  log: Log
  now(): number
}

const againMs = 1_000

interface OpenConsoleDeps extends ConsoleDeps {
  gameServers: GameServers
  access: Access
  randomUuid(): string
}

export function openConsole(deps: OpenConsoleDeps) {
  const gameConsole = createConsole(deps)
  const attachSessions = createAttachSessions({ ...deps, newId: deps.randomUuid })
  return {
    send: gameConsole.send,
    routes: consoleRoutes(gameConsole),
    channels: [consoleChannel(gameConsole, deps.access), attachChannel(attachSessions, gameConsole)],
  }
}

export type Console = ReturnType<typeof createConsole>

export function createConsole({ gameServers, link, changes, log, now }: ConsoleDeps) {
  const watches = new Map<number, ConsoleWatch>()

  function keepReading(watch: ConsoleWatch): void {
    watch.run().catch(error => {
      if (!(error instanceof NodeOfflineError)) {
        log.warn({ err: error, game_server_id: watch.gameServerId }, 'a console stream ended')
      }
      // The way to the node was cut, and the node is still there: the stream goes on where it stopped.
      if (error instanceof TransferError || !link.isOnline(watch.nodeId)) return
      setTimeout(() => {
        if (watches.get(watch.gameServerId) === watch) keepReading(watch)
      }, againMs).unref()
    })
  }

  async function describeState(connection: Connection, gameServerId: number): Promise<void> {
    const server = await gameServers.find(gameServerId).catch(() => null)
    if (!server) return
    const { state, stateReason: reason, nodeId } = server
    connection.send('console.status', { state, reason, node_online: link.isOnline(nodeId) })
  }

  changes.listen(change => {
    if (change.kind === 'node-presence') {
      for (const watch of watches.values()) {
        if (watch.nodeId !== change.nodeId) continue
        watch.notifyEach(connection => void describeState(connection, watch.gameServerId))
        if (change.online) keepReading(watch)
      }
    }
    if (change.kind === 'changes-missed') {
      for (const watch of watches.values()) {
        watch.notifyEach(connection => void describeState(connection, watch.gameServerId))
      }
    }
    if (change.kind === 'game-server-state') {
      const { state, reason } = change
      const watch = watches.get(change.gameServerId)
      watch?.notify('console.status', { state, reason, node_online: link.isOnline(watch.nodeId) })
    }
  })

  return {
    /** Throws PanelError when there is no such game server. */
    async check(gameServerId: number): Promise<void> {
      if ((await gameServers.nodeOf(gameServerId)) === null) throw new PanelError('not_found')
    },

    async watch(gameServerId: number, connection: Connection, since: Viewer['since']): Promise<void> {
      const { nodeId } = await gameServers.find(gameServerId)
      const watch = watches.get(gameServerId) ?? new ConsoleWatch(gameServerId, nodeId, link, now)
      watches.set(gameServerId, watch)
      watch.add({ connection, since, joined: () => void describeState(connection, gameServerId) })
      keepReading(watch)
      connection.onClose(() => {
        watch.remove(connection)
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
      if (answer.errorCode === '') return
      const code = answer.errorCode === 'unavailable' ? 'unavailable' : 'conflict'
      throw new PanelError(code, { message: answer.errorMessage })
    },

    async tail(gameServerId: number): Promise<string> {
      const nodeId = await gameServers.nodeOf(gameServerId)
      if (nodeId === null) throw new PanelError('not_found')
      if (!link.isOnline(nodeId)) throw new PanelError('node_offline')
      return readTail(link, nodeId, gameServerId)
    },
  }
}

/** GET …/console: the end of a console's output, read once from the node. */
async function readTail(
  link: Pick<DaemonLink, 'openTransfer'>,
  nodeId: number,
  gameServerId: number,
): Promise<string> {
  const ring = new OutputRing(tailBytes)
  const purpose = { gameServerId, sinceSeq: 0, streamId: '' }
  const transfer = await link.openTransfer(nodeId, { $case: 'watchConsole', value: purpose })
  for await (const body of readWithinSilence(transfer)) {
    if (body.$case !== 'output') continue
    ring.append(body.value.bytes)
    if (body.value.endOfHistory) break
  }
  const { bytes } = ring.read(0, tailBytes)
  return harmlessString(bytes.subarray(orphanedHeadBytes(bytes)))
}
