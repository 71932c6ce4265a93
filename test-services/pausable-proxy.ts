// A TCP proxy before a real component, with which a test takes the component away: silently, or with a refusal.

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface PausableProxy {
  port: number
  /** The address with this proxy's port instead of the component's. */
  through(url: string): string
  /** Nothing passes any more and nobody is told: a pulled cable. */
  goSilent(): void
  /** Open connections are cut and new ones refused: a stopped program. */
  refuse(): void
  /** Everything passes again. */
  pass(): void
  /** New connections pass while the silent ones stay silent. */
  passNewOnly(): void
  /** Of clients, also those that wait in silence. */
  openConnections(): number
  close(): Promise<void>
}

type Mode = 'pass' | 'silent' | 'refuse'

export async function openPausableProxy(targetPort: number): Promise<PausableProxy> {
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let mode: Mode = 'pass'
  const keep = (socket: Socket, partner: () => Socket | undefined) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      partner()?.destroy()
    })
  }
  const listener = createServer(client => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    if (mode === 'refuse') return client.resetAndDestroy()
    if (mode === 'silent') return keep(client, () => undefined)
    const target = connect(targetPort, '127.0.0.1')
    keep(client, () => target)
    keep(target, () => client)
    client.pipe(target).pipe(client)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    through: url => {
      const changed = new URL(url)
      changed.port = String(address.port)
      return changed.href
    },
    goSilent: () => {
      mode = 'silent'
      for (const socket of sockets) socket.unpipe().pause()
    },
    refuse: () => {
      mode = 'refuse'
      destroyAll()
    },
    // What went silent stays broken: a connection that lost bytes cannot go on.
    pass: () => {
      if (mode === 'silent') destroyAll()
      mode = 'pass'
    },
    passNewOnly: () => {
      mode = 'pass'
    },
    openConnections: () => clients.size,
    close: async () => {
      destroyAll()
      listener.close()
      await once(listener, 'close')
    },
  }
}
