// One of the panel's addresses accepts connections and never answers, as a frozen instance does: the node goes to the next.

import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { linkLifecycle } from './link-lifecycle.ts'
import { enrollNode, eventually } from './link-world.ts'

const { startPanel, daemonOf, startDaemon, closeLater } = linkLifecycle()
const frozenIp = '127.0.0.2'
const liveIp = '127.0.0.1'

async function startFrozen(port: number): Promise<{ accepted: () => number }> {
  const sockets: Socket[] = []
  const server = createServer(socket => {
    sockets.push(socket)
    // Taken, and never answered.
    socket.on('error', () => {}).resume()
  })
  await new Promise<void>(resolve => server.listen(port, frozenIp, resolve))
  closeLater(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { accepted: () => sockets.length }
}

test('L1 a node whose panel has a frozen instance is with another one within 20 seconds', async () => {
  const panel = await startPanel()
  const node = await enrollNode(panel, 7)
  const { accepted } = await startFrozen(panel.port)
  const daemon = daemonOf(
    { ...node, address: `panel.example:${panel.port}` },
    { lookUp: async () => [frozenIp, liveIp] },
  )
  const startedAt = performance.now()
  daemon.link.start()
  await eventually(() => expect(daemon.link.isConnected).toBe(true), 60_000)
  expect(accepted()).toBeGreaterThan(0)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
  expect(panel.link.isOnline(7)).toBe(true)
})

test('L1 the address that was good is tried first, and the next one when it is gone', async () => {
  const panel = await startPanel()
  const node = await enrollNode(panel, 7)
  const { accepted } = await startFrozen(panel.port)
  const addresses = [liveIp, frozenIp]
  const daemon = await startDaemon(
    { ...node, address: `panel.example:${panel.port}` },
    { lookUp: async () => addresses },
  )
  addresses.reverse()
  panel.link.disconnect(7, 'dial again')
  await eventually(
    () => expect(daemon.presence.map(({ connected }) => connected)).toEqual([true, false, true]),
    60_000,
  )
  expect(accepted()).toBe(0)
})
