// A TCP proxy that cuts every connection at chosen moments, as a train in a tunnel does.

import { connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  port: number
  /** How many bytes have gone to the panel so far. */
  sent(): number
  /** How many connections were cut. */
  cuts(): number
  close(): Promise<void>
}

/** At each of these amounts of bytes all connections are cut and `meanwhile` is done before others are taken. */
export async function startCuttingProxy(
  target: { host: string; port: number },
  cutAtBytes: number[],
  meanwhile: (cut: number) => Promise<void> = async () => {},
): Promise<CuttingProxy> {
  const sockets = new Set<Socket>()
  const waiting = [...cutAtBytes]
  let sentBytes = 0
  let cuts = 0
  let mayGoOn = Promise.resolve()

  function cutAll(): void {
    waiting.shift()
    cuts += 1
    for (const socket of sockets) socket.destroy()
    mayGoOn = meanwhile(cuts)
  }

  const proxy = createServer(client => {
    sockets.add(client)
    client.on('error', () => {})
    client.on('close', () => sockets.delete(client))
    void mayGoOn.then(() => {
      const panel = connect(target)
      sockets.add(panel)
      panel.on('error', () => client.destroy())
      panel.on('close', () => {
        sockets.delete(panel)
        client.destroy()
      })
      client.on('close', () => panel.destroy())
      client.on('data', (bytes: Buffer) => {
        sentBytes += bytes.length
        if (!panel.write(bytes)) {
          client.pause()
          panel.once('drain', () => client.resume())
        }
        if (waiting[0] !== undefined && sentBytes >= waiting[0]) cutAll()
      })
      panel.pipe(client)
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    sent: () => sentBytes,
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => proxy.close(resolve))
    },
  }
}
