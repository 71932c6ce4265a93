// What the console is compared with: a bare ws server that sends the same messages to everybody as fast as they read.

import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { bareLines, lineBytes } from './block.ts'

const onTheWayLimit = 4

const line = `${'x'.repeat(lineBytes - 1)}\n`
const chunk = line.repeat(bareLines)
const payload = { chunk, seq: 123_456_789, stream_id: 'AAAAAAAAAAAA', gap: false }
const message = Buffer.from(JSON.stringify({ type: 'console.output', payload, ts: 1_700_000_000 }))

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('listening', () => process.send?.((server.address() as AddressInfo).port))

process.on('message', (durationMs: number) => void flood(durationMs))

/** For this many milliseconds; waits for the quickest, as the console does. */
async function flood(durationMs: number): Promise<void> {
  const endsAt = performance.now() + durationMs
  let onTheWay = 0
  let wake = () => {}
  while (performance.now() < endsAt) {
    onTheWay += 1
    broadcast(() => {
      onTheWay -= 1
      wake()
    })
    if (onTheWay < onTheWayLimit) continue
    await new Promise<void>(resolve => {
      wake = resolve
    })
  }
}

function broadcast(arrived: () => void): void {
  let hasArrived = false
  const arrive = () => {
    if (!hasArrived) arrived()
    hasArrived = true
  }
  for (const client of server.clients as Set<WebSocket>) client.send(message, { binary: false }, arrive)
  if (server.clients.size === 0) arrive()
}

process.once('disconnect', () => process.exit(0))
