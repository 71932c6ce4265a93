// Games that speak RCON in the ways that real ones do and that none on this machine does: built from the wire formats.

import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import {
  createSourceReader,
  encodeSourcePacket,
  type SourcePacket,
} from '../../src/features/rcon/logic/source-packets.ts'

export const password = 'right-horse'

export interface TcpGame {
  port: number
  connections(): number
  hangUp(): void
}

/** `at`: a port that is known before; any that is free otherwise. */
export async function listenTcp(serve: (socket: Socket) => void, at = 0): Promise<TcpGame> {
  const sockets = new Set<Socket>()
  let connections = 0
  const listener = createServer(socket => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    serve(socket)
  })
  listener.listen(at, '127.0.0.1')
  await once(listener, 'listening')
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    hangUp()
    listener.close()
  })
  return { port: (listener.address() as AddressInfo).port, connections: () => connections, hangUp }
}

export interface SourceHabits {
  answer(command: string): string
  /** How many bytes of an answer one packet carries. */
  partBytes: number
  /** Writes of these sizes: TCP may cut anywhere. */
  writeBytes: number
  echoes: 'empty-and-mirror' | 'nothing' | 'hangs-up'
  /** Answers every command under this id. */
  answerId?: number
}

/** A Source game: an empty answer before the one to the password, the empty packet echoed. */
export function sourceGame(habits: SourceHabits, at = 0): Promise<TcpGame> {
  return listenTcp(socket => {
    const read = createSourceReader()
    socket.on('data', chunk => {
      const packets = read(chunk)
      if (packets === 'broken') return void socket.destroy()
      for (const packet of packets) obey(socket, packet, habits)
    })
  }, at)
}

function obey(socket: Socket, { id, type, body }: SourcePacket, habits: SourceHabits): void {
  const write = (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += habits.writeBytes)
      socket.write(bytes.subarray(at, at + habits.writeBytes))
  }
  if (type === 3) {
    write(encodeSourcePacket(id, 0))
    write(encodeSourcePacket(body.toString() === password ? id : -1, 2))
  } else if (type === 2) {
    const answer = Buffer.from(habits.answer(body.toString()))
    for (let at = 0; at === 0 || at < answer.length; at += habits.partBytes)
      write(sourcePart(habits.answerId ?? id, answer.subarray(at, at + habits.partBytes)))
  } else if (habits.echoes === 'empty-and-mirror') {
    write(encodeSourcePacket(id, 0))
    write(sourcePart(id, Buffer.from([0, 1, 0, 0])))
  } else if (habits.echoes === 'hangs-up') socket.end()
}

function sourcePart(id: number, body: Buffer): Buffer {
  const packet = Buffer.concat([encodeSourcePacket(id, 0).subarray(0, 12), body, Buffer.alloc(2)])
  packet.writeInt32LE(10 + body.length, 0)
  return packet
}

/** Minecraft: parts of 4,096 characters, hangs up when two packets arrive in one piece, calls the empty one unknown. */
export function minecraftGame(answer: (command: string) => string, at = 0): Promise<TcpGame> {
  return listenTcp(socket => {
    let isKnown = false
    socket.on('data', chunk => {
      if (chunk.length < 14 || chunk.readInt32LE(0) !== chunk.length - 4) return void socket.destroy()
      const [id, type] = [chunk.readInt32LE(4), chunk.readInt32LE(8)]
      const body = chunk.toString('utf8', 12, chunk.length - 2)
      if (type === 3) {
        isKnown = body === password
        return void socket.write(encodeSourcePacket(isKnown ? id : -1, 2))
      }
      const text = type === 2 ? answer(body) : `Unknown request ${type.toString(16)}`
      for (let from = 0; from === 0 || from < text.length; from += 4_096)
        socket.write(encodeSourcePacket(id, 0, text.slice(from, from + 4_096)))
    })
  }, at)
}

export async function listenUdp(
  serve: (datagram: Buffer, reply: (answer: Buffer | string) => void, from: RemoteInfo) => void,
  at = 0,
): Promise<number> {
  const socket = createSocket('udp4')
  socket.on('message', (datagram, from) => {
    const reply = (answer: Buffer | string) =>
      socket.send(Buffer.from(answer as string, 'latin1'), from.port, from.address)
    serve(datagram, reply, from)
  })
  socket.bind(at, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return socket.address().port
}
