// What the console is compared with: the same game in a pty of a bare ws server, which sends what it reads to everybody.

import type { AddressInfo } from 'node:net'
import { spawn } from '@lydell/node-pty'
import { type WebSocket, WebSocketServer } from 'ws'
import { floodGame } from '../world/flood-game.ts'

/** More than this in one message does not make it quicker. */
const messageBytes = 64 * 1024
const unreadLimitBytes = 1024 * 1024

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('listening', () => process.send?.((server.address() as AddressInfo).port))

const game = spawn(process.execPath, ['-e', floodGame], { cols: 80, rows: 24, encoding: 'utf8' })
let [waiting, seq, isPlanned] = ['', 0, false]
game.onData(text => {
  waiting += text.replaceAll('\r\n', '\n')
  if (waiting.length >= messageBytes) broadcast()
  else if (!isPlanned) setImmediate(broadcast)
  isPlanned = true
})
server.on('connection', socket =>
  socket.on('message', raw => game.write(`${JSON.parse((raw as Buffer).toString()).payload.command}\n`)),
)

function broadcast(): void {
  isPlanned = false
  if (waiting === '') return
  seq += waiting.length
  const payload = { chunk: waiting, stream_id: 'AAAAAAAAAAAA', gap: false, seq }
  const message = Buffer.from(JSON.stringify({ type: 'console.output', payload, ts: 1_700_000_000 }))
  waiting = ''
  for (const client of server.clients as Set<WebSocket>) {
    // Who does not keep up misses something, as on the console.
    if (client.bufferedAmount < unreadLimitBytes) client.send(message, { binary: false })
  }
}

process.once('disconnect', () => {
  game.kill('SIGKILL')
  process.exit(0)
})
