// Viewers on bare TCP, for tests of what a well-behaved client never does: not reading, not answering, odd frames.

import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** Resolves when the panel has switched protocols; nothing after that is ever read. */
export function openDeafViewer(panelUrl: string, path: string, token: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(panelUrl)
    const socket = connect({ port: Number(port), host: '127.0.0.1' })
    const separator = path.includes('?') ? '&' : '?'
    socket.write(
      `GET ${path}${separator}token=${token} HTTP/1.1\r\nHost: panel\r\nUpgrade: websocket\r\n` +
        `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    )
    socket.on('error', reject)
    socket.once('data', chunk => {
      socket.pause()
      const head = chunk.toString('latin1').split('\r\n')[0] ?? ''
      if (head.includes(' 101 ')) resolve(socket)
      else reject(new Error(head))
    })
  })
}

/** One frame as a client sends it, masked with zeros. */
export function clientFrame(
  opcode: number,
  payload: Buffer,
  options: { fin: boolean; compressed?: boolean },
) {
  const first = (options.fin ? 0x80 : 0) | (options.compressed ? 0x40 : 0) | opcode
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(4), payload])
}
