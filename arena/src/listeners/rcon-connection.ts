// One RCON connection: authentication first, then one command after another, answers with back-pressure.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import type { AttemptLimit } from '../logic/wire/attempt-limit.ts'
import {
  createPacketReader,
  encodeAnswer,
  encodePacket,
  type RconPacket,
  rconTypes,
} from '../logic/wire/rcon-packets.ts'
import { writeAll } from '../write-all.ts'

export type RconResult = { answer: string; afterwards?: () => void }
export type RconConnectionDeps = {
  password: string
  attempts: AttemptLimit
  clockMs: () => number
  log: (text: string) => void
  run: (command: string) => Promise<RconResult>
}

const authLimitMs = 10_000

export async function serveRcon(socket: Socket, address: string, deps: RconConnectionDeps): Promise<void> {
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
