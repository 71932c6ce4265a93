// Source RCON: who guesses too often is not let in; authentication first, then one command after another.

import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { type AttemptLimit, createAttemptLimit } from '../logic/wire/limits.ts'
import {
  createPacketReader,
  encodeAnswer,
  encodePacket,
  type RconPacket,
  rconTypes,
} from '../logic/wire/rcon-packets.ts'
import { writeAll } from '../terminal.ts'
import { type Listener, listenTcp } from './listen.ts'

const connectionLimit = 32

export type RconResult = { answer: string; afterwards?: () => void }
type RconConnectionDeps = {
  password: string
  attempts: AttemptLimit
  clockMs: () => number
  log: (text: string) => void
  run: (command: string) => Promise<RconResult>
}

const authLimitMs = 10_000

type RconDeps = Omit<RconConnectionDeps, 'attempts'> & { ip: string; port: number }

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

/** Answers go out with back-pressure. */
async function serveRcon(socket: Socket, address: string, deps: RconConnectionDeps): Promise<void> {
  const reader = createPacketReader()
  const authTimer = setTimeout(() => socket.destroy(), authLimitMs)
  socket.on('close', () => clearTimeout(authTimer))
  let isKnown = false
  for await (const chunk of socket) {
    const packets = reader.feed(chunk as Buffer)
    if (packets === 'broken') return void socket.destroy()
    for (const packet of packets) {
      if (packet.type === rconTypes.auth) {
        isKnown = await authenticate(socket, address, packet, deps)
        if (isKnown) clearTimeout(authTimer)
        else if (deps.attempts.isShutOut(address, deps.clockMs())) return void socket.end()
      } else if (!isKnown) {
        return void socket.end(encodePacket(-1, rconTypes.authAnswer))
      } else {
        await answer(socket, packet, deps)
      }
    }
  }
}

async function authenticate(socket: Socket, address: string, packet: RconPacket, deps: RconConnectionDeps) {
  const nowMs = deps.clockMs()
  const isRight = !deps.attempts.isShutOut(address, nowMs) && isSame(packet.body, deps.password)
  if (isRight) deps.attempts.forgive(address)
  else {
    deps.attempts.countFailure(address, nowMs)
    deps.log(`RCON: wrong password from ${address}`)
  }
  await writeAll(socket, encodePacket(packet.id, rconTypes.answer))
  await writeAll(socket, encodePacket(isRight ? packet.id : -1, rconTypes.authAnswer))
  return isRight
}

async function answer(socket: Socket, packet: RconPacket, deps: RconConnectionDeps): Promise<void> {
  // Anything but a command is echoed empty: clients send one to learn where a split answer ends.
  if (packet.type !== rconTypes.command) return writeAll(socket, encodePacket(packet.id, rconTypes.answer))
  const result = await deps.run(packet.body)
  for (const part of encodeAnswer(packet.id, result.answer)) await writeAll(socket, part)
  result.afterwards?.()
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
