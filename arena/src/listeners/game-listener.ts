// Accepts players over TCP and drives the clock of the arena while anybody is connected.

import { createServer } from 'node:net'
import type { Game } from '../game.ts'
import { tickMs } from '../logic/fight/obey.ts'
import type { Bans } from '../storage/bans.ts'
import { type Listener, listenTcp } from './listen.ts'
import { PlayerConnection } from './player-connection.ts'

export type GameListenerDeps = {
  ip: string
  port: number
  name: string
  maxPlayers: number
  game: Game
  bans: Bans
  clockMs: () => number
}

const doorstepLimit = 32

export async function openGameListener(deps: GameListenerDeps): Promise<Listener> {
  const connections = new Set<PlayerConnection>()
  let ticker: NodeJS.Timeout | null = null

  // An empty arena costs nothing: the clock only runs while somebody is there.
  function adjustTicker(): void {
    if (connections.size > 0) ticker ??= setInterval(tick, tickMs)
    else if (ticker) {
      clearInterval(ticker)
      ticker = null
    }
  }

  function tick(): void {
    if (deps.game.players().length > 0) deps.game.passTime()
    for (const connection of connections) connection.checkIdleness()
  }

  const tcpServer = createServer({ noDelay: true, keepAlive: true }, socket => {
    socket.on('error', () => undefined)
    if (connections.size >= deps.maxPlayers + doorstepLimit) {
      socket.destroy()
      return
    }
    const connection = new PlayerConnection(socket, deps)
    connections.add(connection)
    socket.on('close', () => {
      connection.closed()
      connections.delete(connection)
      adjustTicker()
    })
    adjustTicker()
  })

  const port = await listenTcp(tcpServer, deps.ip, deps.port, 'game')
  tcpServer.on('error', () => undefined)
  return {
    port,
    close() {
      tcpServer.close()
      for (const connection of connections) connection.end('')
    },
  }
}
