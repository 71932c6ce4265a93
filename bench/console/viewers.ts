// Viewers that do as little as possible with what they get: they look how far it goes.

import { once } from 'node:events'
import { WebSocket } from 'ws'

const seqMark = Buffer.from('"seq":')
/** The fields behind the text of a message are never longer. */
const tailBytes = 200

export interface Viewers {
  /** How far the last of them has got, in bytes of the stream. */
  slowestSeq(): number
  /** How many were cut off. */
  readonly lost: number
  readonly gaps: number
  /** Called after every message. */
  onMessage: () => void
  command(line: string): void
  close(): Promise<void>
}

export async function openViewers(count: number, addressOf: () => Promise<URL>): Promise<Viewers> {
  const sockets: WebSocket[] = []
  const seqs: number[] = []
  let [lost, gaps] = [0, 0]
  let isClosing = false
  const viewers: Viewers = {
    slowestSeq: () => Math.min(...seqs),
    get lost() {
      return lost
    },
    get gaps() {
      return gaps
    },
    onMessage: () => {},
    command: line =>
      sockets[0]?.send(JSON.stringify({ type: 'console.command', payload: { command: line } })),
    async close() {
      isClosing = true
      const closed = sockets.map(socket => once(socket, 'close'))
      for (const socket of sockets) socket.terminate()
      await Promise.all(closed)
    },
  }
  for (let index = 0; index < count; index++) {
    const socket = new WebSocket(await addressOf(), { perMessageDeflate: false, skipUTF8Validation: true })
    socket.on('message', raw => {
      const tail = (raw as Buffer).subarray(-tailBytes)
      const at = tail.lastIndexOf(seqMark)
      if (at !== -1) seqs[index] = Number.parseInt(tail.toString('latin1', at + seqMark.length), 10)
      if (tail.includes('"gap":true')) gaps += 1
      viewers.onMessage()
    })
    socket.on('close', () => {
      if (!isClosing) lost += 1
    })
    seqs[index] = 0
    await once(socket, 'open')
    sockets.push(socket)
  }
  return viewers
}
