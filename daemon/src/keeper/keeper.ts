// The keeper's life: serves every client that connects, flushes output, and ends by itself when nothing is left to keep.

import { renameSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { FlushTimer } from '@rookery/primitives/flush-timer.ts'
import { KeeperConnection } from './keeper-connection.ts'
import { PtyTable } from './pty-table.ts'

/** Output goes to clients at most this often, and at once after a rest. */
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
  let endTimer: NodeJS.Timeout | null = null
  let removeSocket = () => {}

  const flushTimer = new FlushTimer(() => {
    for (const connection of connections) connection.pump()
  }, flushMs)
  const considerEnding = () => {
    if (endTimer !== null) clearTimeout(endTimer)
    endTimer = null
    if (ptys.aliveCount > 0 || connections.size > 0) return
    endTimer = setTimeout(end, ptys.size > 0 ? options.lingerMs : Math.min(emptyGraceMs, options.lingerMs))
  }
  const ptys = new PtyTable(options.launcherFile, {
    output: () => flushTimer.plan(),
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

/**
 * Where to listen first; short, because the path of a socket is. A data folder may be deleted under a running keeper and
 * filled again by another. Node removes at its end the path that it was told to listen on, whoever's it is by then: so it
 * listens on a name of its own, which is then moved to its place.
 */
function draftSocketPath(socketFile: string): string {
  return join(dirname(socketFile), `.k${process.pid}`)
}

/** Gives the socket that listens its place; the function that comes back takes it away again if it is still this one. */
function placeSocket(socketFile: string): () => void {
  renameSync(draftSocketPath(socketFile), socketFile)
  const { dev, ino } = statSync(socketFile)
  return () => {
    const found = statSync(socketFile, { throwIfNoEntry: false })
    if (found?.dev === dev && found.ino === ino) rmSync(socketFile, { force: true })
  }
}
