// A small RCON client for tests that keeps every packet as it came.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { until } from './until.ts'

export type RawPacket = { size: number; id: number; type: number; body: Buffer }
export type RconClient = {
  socket: Socket
  packets: RawPacket[]
  send: (id: number, type: number, body: string) => void
  received: (count: number) => Promise<RawPacket[]>
  isGone: () => boolean
}

export async function connectRcon(port: number, password?: string): Promise<RconClient> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const packets: RawPacket[] = []
  let pending: Buffer = Buffer.alloc(0)
  let gone = false
  socket.on('error', () => undefined)
  socket.on('close', () => {
    gone = true
  })
  socket.on('data', chunk => {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= 4 && pending.length >= 4 + pending.readInt32LE(0)) {
      const size = pending.readInt32LE(0)
      const body = Buffer.from(pending.subarray(12, 4 + size - 2))
      packets.push({ size, id: pending.readInt32LE(4), type: pending.readInt32LE(8), body })
      pending = pending.subarray(4 + size)
    }
  })
  await once(socket, 'connect')
  const client: RconClient = {
    socket,
    packets,
    send(id, type, body) {
      const head = Buffer.alloc(12)
      head.writeInt32LE(10 + Buffer.byteLength(body), 0)
      head.writeInt32LE(id, 4)
      head.writeInt32LE(type, 8)
      socket.write(Buffer.concat([head, Buffer.from(body), Buffer.alloc(2)]))
    },
    async received(count) {
      await until(
        () => packets.length >= count,
        () => `${packets.length} of ${count} packets`,
      )
      return packets
    },
    isGone: () => gone,
  }
  if (password !== undefined) {
    client.send(1, 3, password)
    await client.received(2)
    packets.length = 0
  }
  return client
}
