// What metrics are compared with: a bare ws server that sends ready-made texts at the pace of many nodes.

import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export interface BareMetrics {
  /** What one viewer of a game server gets in each interval. */
  gameServerText: string
  /** What a viewer of all nodes gets for each node. */
  nodeText: string
  nodeCount: number
  intervalSeconds: number
}

process.once('message', ({ gameServerText, nodeText, nodeCount, intervalSeconds }: BareMetrics) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  const viewers: WebSocket[] = []
  const viewersOfAll: WebSocket[] = []
  server.on('connection', (socket, { url }) => (url === '/all' ? viewersOfAll : viewers).push(socket))
  server.on('listening', () => process.send?.((server.address() as AddressInfo).port))

  const beganMs = performance.now()
  let sent = 0
  setInterval(
    () => {
      const due = ((performance.now() - beganMs) / 1_000 / intervalSeconds) * nodeCount
      for (; sent < due; sent++) {
        viewers[sent % nodeCount]?.send(gameServerText)
        for (const viewer of viewersOfAll) viewer.send(nodeText)
      }
    },
    (intervalSeconds * 1_000) / nodeCount,
  )
})
process.once('disconnect', () => process.exit(0))
