// Viewers of metrics, of one panel or of the bare server: they count the points that reach them.

import { once } from 'node:events'
import { WebSocket } from 'ws'

export interface MetricViewer {
  /** When the history has come. */
  replayed: Promise<void>
  bytes(): number
  points(): number
  errors(): number
  /** The text of the last live message; empty before the first. */
  lastText(): string
  close(): void
}

export async function openViewer(address: URL): Promise<MetricViewer> {
  const socket = new WebSocket(address)
  const replayed = Promise.withResolvers<void>()
  let [bytes, points, errors, lastText] = [0, 0, 0, '']
  socket.on('message', (message: Buffer) => {
    bytes += message.length
    const text = message.toString()
    const { type, payload } = JSON.parse(text)
    if (type === 'metrics.replay.done') replayed.resolve()
    if (type === 'metrics.error') errors += 1
    if (type !== 'metrics') return
    lastText = text
    for (const sample of payload.samples ?? []) points += sample.points.length
  })
  socket.on('close', code => replayed.reject(new Error(`${address.pathname} was closed with ${code}`)))
  // Looked at by whoever waits for a history; nobody does with a bare server.
  replayed.promise.catch(() => {})
  await once(socket, 'open')
  return {
    replayed: replayed.promise,
    bytes: () => bytes,
    points: () => points,
    errors: () => errors,
    lastText: () => lastText,
    close: () => socket.close(),
  }
}
