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

export async function serveRcon(socket: Socket, address: string, parts: RconConnectionDeps): Promise<void> {
  const reader = createPacketReader()
  const authTimer = setTimeout(() => socket.destroy(), authLimitMs)
  socket.on('close', () => clearTimeout(authTimer))
  let isKnown = false
  for await (const chunk of socket) {
    const packets = reader.feed(chunk as Buffer)
    if (packets === 'broken') return void socket.destroy()
    for (const packet of packets) {
      if (packet.type === rconTypes.auth) {
        isKnown = await authenticate(socket, address, packet, parts)
        if (isKnown) clearTimeout(authTimer)
        else if (parts.attempts.isShutOut(address, parts.clockMs())) return void socket.end()
      } else if (!isKnown) {
        return void socket.end(encodePacket(-1, rconTypes.authAnswer))
      } else {
        await answer(socket, packet, parts)
      }
    }
  }
}

async function authenticate(socket: Socket, address: string, packet: RconPacket, parts: RconConnectionDeps) {
  const nowMs = parts.clockMs()
  const isRight = !parts.attempts.isShutOut(address, nowMs) && isSame(packet.body, parts.password)
  if (isRight) parts.attempts.forgive(address)
  else {
    parts.attempts.countFailure(address, nowMs)
    parts.log(`RCON: wrong password from ${address}`)
  }
  await writeAll(socket, encodePacket(packet.id, rconTypes.answer))
  await writeAll(socket, encodePacket(isRight ? packet.id : -1, rconTypes.authAnswer))
  return isRight
}

async function answer(socket: Socket, packet: RconPacket, parts: RconConnectionDeps): Promise<void> {
  // Anything but a command is echoed empty: clients send one to learn where a split answer ends.
  if (packet.type !== rconTypes.command) return writeAll(socket, encodePacket(packet.id, rconTypes.answer))
  const result = await parts.run(packet.body)
  for (const part of encodeAnswer(packet.id, result.answer)) await writeAll(socket, part)
  result.afterwards?.()
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
