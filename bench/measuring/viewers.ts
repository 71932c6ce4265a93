// Viewers that do as little as possible with what they get: they count it.

import { once } from 'node:events'
import { WebSocket } from 'ws'

/** The fields behind the text of a message are never longer. */
const tailBytes = 200

export interface Viewers {
  readonly count: number
  /** Bytes that all of them together have got. */
  bytes(): number
  /** How many were cut off. */
  readonly lost: number
  readonly gaps: number
  command(line: string): void
  /** Opens more of them. */
  grow(count: number): Promise<void>
  close(): Promise<void>
}

export async function openViewers(count: number, addressOf: () => Promise<URL>): Promise<Viewers> {
  const sockets: WebSocket[] = []
  let [bytes, lost, gaps] = [0, 0, 0]
  let isClosing = false
  const viewers: Viewers = {
    get count() {
      return sockets.length
    },
    bytes: () => bytes,
    get lost() {
      return lost
    },
    get gaps() {
      return gaps
    },
    command: line =>
      sockets[0]?.send(JSON.stringify({ type: 'console.command', payload: { command: line } })),
    async grow(more) {
      for (let index = 0; index < more; index++) await open()
    },
    async close() {
      isClosing = true
      const open = sockets.filter(socket => socket.readyState !== socket.CLOSED)
      const closed = open.map(socket => once(socket, 'close'))
      for (const socket of open) socket.terminate()
      await Promise.all(closed)
    },
  }
  await viewers.grow(count)
  return viewers

  async function open(): Promise<void> {
    const socket = new WebSocket(await addressOf(), { perMessageDeflate: false, skipUTF8Validation: true })
    socket.on('message', raw => {
      bytes += (raw as Buffer).length
      if ((raw as Buffer).subarray(-tailBytes).includes('"gap":true')) gaps += 1
    })
    socket.on('close', () => {
      if (!isClosing) lost += 1
    })
    await once(socket, 'open')
    sockets.push(socket)
  }
}
