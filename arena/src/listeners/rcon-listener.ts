// Accepts Source RCON connections, except from addresses that guessed too often.

import { createServer, type Socket } from 'node:net'
import { createAttemptLimit } from '../logic/wire/attempt-limit.ts'
import { type Listener, listenTcp } from './listen.ts'
import { type RconConnectionDeps, serveRcon } from './rcon-connection.ts'

export type RconDeps = Omit<RconConnectionDeps, 'attempts'> & { ip: string; port: number }

const connectionLimit = 32

export async function openRconListener(deps: RconDeps): Promise<Listener> {
  const attempts = createAttemptLimit()
  const sockets = new Set<Socket>()
  const tcpServer = createServer({ noDelay: true }, socket => {
    socket.on('error', () => undefined)
    const address = socket.remoteAddress ?? ''
    if (sockets.size >= connectionLimit || attempts.isShutOut(address, deps.clockMs())) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A broken connection ends its own loop; there is nobody left to tell.
    serveRcon(socket, address, { ...deps, attempts }).catch(() => socket.destroy())
  })

  const port = await listenTcp(tcpServer, deps.ip, deps.port, 'RCON')
  tcpServer.on('error', () => undefined)
  return {
    port,
    close() {
      tcpServer.close()
      // destroySoon lets the answer to "stop" out before the connection goes.
      for (const socket of sockets) socket.destroySoon()
    },
  }
}
