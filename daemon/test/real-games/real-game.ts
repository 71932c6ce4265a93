// What a test must know of a game that other people wrote: how a panel would define it, and how players find it.

import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { HostPrograms } from '../../../test-services/host-program-image.ts'

export interface RealGame {
  name: string
  debianPackage: string
  program: string
  inImage: HostPrograms
  /** As a panel renders it, listening on this UDP port. */
  define(port: number): Partial<GameServerDefinition>
  /** What the game tells of itself when it is asked as a player's program asks; null while nothing answers. */
  seenFromOutside(port: number): Promise<string | null>
  /** What `seenFromOutside` gives of a game that works. */
  looksAlive: RegExp
  /** Lines to type and what the console shows then; none for a game that reads no input. */
  conversation: { typed: string; visible: RegExp }[]
  /** What it prints, or nothing, when it is asked to end. */
  farewell: RegExp | null
}

const answerLimitMs = 1_000

/** Talks to a UDP port of this machine; null when an answer is missing. */
export async function overUdp<Answer>(
  port: number,
  talk: (ask: (request: Buffer) => Promise<Buffer>) => Promise<Answer>,
): Promise<Answer | null> {
  const socket = createSocket('udp4')
  try {
    socket.connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return await talk(request => askOnce(socket, request))
  } catch {
    return null
  } finally {
    socket.close()
  }
}

async function askOnce(socket: Socket, request: Buffer): Promise<Buffer> {
  const answered = once(socket, 'message', { signal: AbortSignal.timeout(answerLimitMs) })
  socket.send(request)
  const [answer] = (await answered) as [Buffer]
  return answer
}

/** Nobody is told that this game is there, and it is not started again when it fails. */
export const quietly: Pick<GameServerDefinition, 'crash_policy'> = {
  crash_policy: { restart: false, attempts: 1, window_ms: 60_000, delay_ms: 0 },
}
