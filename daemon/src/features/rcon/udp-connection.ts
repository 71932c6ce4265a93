// One UDP conversation with a game: datagrams to one address, and those that come back from it.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { Inbox } from './inbox.ts'
import { notListening } from './rcon-client.ts'

export interface UdpConnection {
  readonly inbox: Inbox<Buffer>
  send(datagram: Buffer): void
  close(): void
}

/**
 * A port on which nothing listens ends the inbox as soon as the system tells. `overhear` gets every datagram, also
 * those that come between two questions.
 */
export async function openUdpConnection(
  host: string,
  port: number,
  overhear?: (datagram: Buffer) => void,
): Promise<UdpConnection> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  const inbox = new Inbox<Buffer>()
  try {
    socket.connect(port, host)
    await once(socket, 'connect')
  } catch {
    socket.close()
    throw notListening()
  }
  socket.on('message', datagram => {
    overhear?.(datagram)
    inbox.put(datagram)
  })
  socket.on('error', () => inbox.end())
  socket.on('close', () => inbox.end())
  let isClosed = false
  return {
    inbox,
    send(datagram) {
      if (!isClosed) socket.send(datagram, error => error && inbox.end())
    },
    close() {
      if (!isClosed) socket.close()
      isClosed = true
      inbox.end()
    },
  }
}
