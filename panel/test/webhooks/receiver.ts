// A program that receives webhooks, as well or as badly as a test wants.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  headers: IncomingMessage['headers']
  body: string
  atMs: number
}

export type Answer = (response: ServerResponse, received: Received) => void

export const accept: Answer = response => void response.writeHead(200).end('thanks')

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

export async function startReceiver(first: Answer = accept) {
  const received: Received[] = []
  let answer = first
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks).toString(), atMs: Date.now() }
      received.push(one)
      answer(response, one)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    received,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    answerWith(next: Answer): void {
      answer = next
    },
    deliveryIds: () => received.map(({ headers }) => String(headers['rookery-delivery'])),
    async stop(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
