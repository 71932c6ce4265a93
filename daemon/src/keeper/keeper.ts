// The keeper's life: serves every client that connects, flushes output, and ends by itself when nothing is left to keep.

import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { KeeperConnection } from './keeper-connection.ts'
import { draftSocketPath, placeSocket } from './own-socket.ts'
import { PtyTable } from './pty-table.ts'

const flushMs = 4
const connectionLimit = 1024
/** What one turn of the loop may hand to a client: more than a flooding pty brings in the same turn. */
const unsentLimitBytes = 512 * 1024
/** Time for a client to come (or come back) while there is nothing to lose. */
const emptyGraceMs = 3_000

export interface KeeperOptions {
  socketFile: string
  launcherFile: string
  /** How long exits that nobody has asked for are kept once nothing runs and nobody is connected. */
  lingerMs: number
  onEnd: () => void
}

export function startKeeper(options: KeeperOptions): Server {
  const connections = new Set<KeeperConnection>()
  let isFlushPlanned = false
  let endTimer: NodeJS.Timeout | null = null
  let removeSocket = () => {}

  const flush = () => {
    isFlushPlanned = false
    for (const connection of connections) connection.pump()
  }
  const considerEnding = () => {
    if (endTimer !== null) clearTimeout(endTimer)
    endTimer = null
    if (ptys.aliveCount > 0 || connections.size > 0) return
    endTimer = setTimeout(end, ptys.size > 0 ? options.lingerMs : Math.min(emptyGraceMs, options.lingerMs))
  }
  const ptys = new PtyTable(options.launcherFile, {
    output: () => {
      if (isFlushPlanned) return
      isFlushPlanned = true
      setTimeout(flush, flushMs)
    },
    exited: event => {
      for (const connection of connections) connection.report(event)
    },
    changed: considerEnding,
  })
  process.on('SIGCHLD', () => ptys.noticeDeaths())
  const socketServer = createServer({ highWaterMark: unsentLimitBytes }, socket => {
    const connection = new KeeperConnection(socket, ptys)
    connections.add(connection)
    considerEnding()
    socket.on('close', () => {
      connections.delete(connection)
      considerEnding()
    })
  })
  /** After a turn of the loop: where this process was held up, somebody may stand at the door by now. */
  const end = () => {
    setImmediate(() => {
      if (ptys.aliveCount > 0 || connections.size > 0) return
      removeSocket()
      socketServer.close(options.onEnd)
    })
  }
  socketServer.maxConnections = connectionLimit
  considerEnding()
  const draft = draftSocketPath(options.socketFile)
  // Of an earlier process with this number that did not come to its place.
  rmSync(draft, { force: true })
  socketServer.listen(draft)
  // It listens at once, or tells its error.
  if (socketServer.listening) removeSocket = placeSocket(options.socketFile)
  return socketServer
}
