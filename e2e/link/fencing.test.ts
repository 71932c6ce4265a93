// One voice per node, its own things only, and life after lost connections.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { GameServerState, TaskOutput, TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import { expect, test } from 'vitest'
import { LinkPortError, NodeOfflineError } from '../../panel/src/platform/daemon-link/link-errors.ts'
import { linkLifecycle } from './link-lifecycle.ts'
import { enrollNode, eventually, PanelSide } from './link-world.ts'

const { startPanel, startDaemon, daemonOf, closeLater } = linkLifecycle()

test('C352 L4 what a node tells about a game server or task of another is dropped and reported', async () => {
  const panel = await startPanel()
  panel.gameServerOwners.set(1, 7).set(2, 8)
  panel.taskOwners.set(10, 7).set(20, 8)
  const daemon = daemonOf(await enrollNode(panel, 7))
  daemon.gameServers.push(
    GameServerState.create({ gameServerId: 1, state: 'running' }),
    GameServerState.create({ gameServerId: 2, state: 'stopped' }),
  )
  daemon.tasks.push(TaskUpdate.create({ taskId: 20, status: 'success' }))
  await daemon.connect()
  daemon.link.send({ $case: 'gameServerState', value: GameServerState.create({ gameServerId: 2 }) })
  daemon.link.send({ $case: 'taskUpdate', value: TaskUpdate.create({ taskId: 20 }) })
  daemon.link.send({ $case: 'taskOutput', value: TaskOutput.create({ taskId: 20 }) })
  daemon.link.send({ $case: 'taskUpdate', value: TaskUpdate.create({ taskId: 999 }) })
  daemon.link.send({ $case: 'taskUpdate', value: TaskUpdate.create({ taskId: 10, status: 'success' }) })

  await eventually(() => expect(panel.received).toHaveLength(1))
  expect(panel.received).toMatchObject([{ nodeId: 7, message: { value: { taskId: 10 } } }])
  expect(panel.reconciled).toMatchObject([{ gameServers: [{ gameServerId: 1 }], tasks: [] }])
  expect(panel.notOwned).toEqual([
    { nodeId: 7, subject: { gameServerId: 2 }, ownership: 'foreign', kind: 'hello' },
    { nodeId: 7, subject: { taskId: 20 }, ownership: 'foreign', kind: 'hello' },
    { nodeId: 7, subject: { gameServerId: 2 }, ownership: 'foreign', kind: 'gameServerState' },
    { nodeId: 7, subject: { taskId: 20 }, ownership: 'foreign', kind: 'taskUpdate' },
    { nodeId: 7, subject: { taskId: 20 }, ownership: 'foreign', kind: 'taskOutput' },
    { nodeId: 7, subject: { taskId: 999 }, ownership: 'gone', kind: 'taskUpdate' },
  ])
})

test('T-097 L5 a second daemon with the same identity is refused while the first lives, then takes over', async () => {
  const panel = await startPanel()
  const node = await enrollNode(panel, 7)
  const first = await startDaemon(node)
  const second = daemonOf(node)
  second.link.start()
  await eventually(() => expect(second.warnings.at(-1)?.reason).toContain('another daemon is connected'))
  panel.link.send(7, { $case: 'cancelTask', value: { taskId: 1 } })
  await eventually(() => expect(first.received).toHaveLength(1))
  expect(second.welcomes).toEqual([])
  expect(panel.presence).toHaveLength(1)
  await first.link.close()
  await eventually(() => expect(second.link.isConnected).toBe(true))
  expect(second.received).toEqual([])
})

test('L5 the same instance replaces its old connection without an offline moment', async () => {
  const panel = await startPanel()
  const node = await enrollNode(panel, 7)
  const old = await startDaemon(node, {
    instanceId: 'one',
    retryDelays: { firstMs: 60_000, longestMs: 60_000, refusedMs: 1 },
  })
  old.hooks.answer = () => new Promise(() => undefined)
  const pending = expect(
    panel.link.call(7, { $case: 'consoleInput', value: { gameServerId: 1, line: Buffer.of() } }),
  ).rejects.toThrow(NodeOfflineError)
  await startDaemon(node, { instanceId: 'one' })
  await eventually(() => expect(old.link.isConnected).toBe(false))
  expect(old.warnings.at(-1)?.reason).toBe('the daemon has reconnected')
  await pending
  expect(panel.presence.map(({ online }) => online)).toEqual([true, true])
})

test('a daemon comes back after the panel restarts on the same port, and tells its state again', async () => {
  const panel = await startPanel()
  panel.gameServerOwners.set(1, 7)
  const daemon = daemonOf(await enrollNode(panel, 7))
  daemon.gameServers.push(GameServerState.create({ gameServerId: 1, state: 'running' }))
  await daemon.connect()
  await panel.link.close()
  await eventually(() => expect(daemon.link.isConnected).toBe(false))
  const state = GameServerState.create({ gameServerId: 1, state: 'crashed' })
  // While it tries to come back, what it says waits for a moment for the answer to its Hello.
  await eventually(() => expect(daemon.link.send({ $case: 'gameServerState', value: state })).toBe(false))
  daemon.gameServers.splice(0, 1, state)
  panel.taskOwners.set(3, 7)
  const output = TaskOutput.create({ taskId: 3, chunk: Buffer.from('done') })
  expect(daemon.link.send({ $case: 'taskOutput', value: output })).toBe(true)
  await panel.start({ port: panel.port })
  await eventually(() => expect(daemon.link.isConnected).toBe(true))
  await eventually(() => expect(panel.received).toMatchObject([{ message: { $case: 'taskOutput' } }]))
  expect(panel.reconciled.map(({ gameServers }) => gameServers[0]?.state)).toEqual(['running', 'crashed'])
})

/** A wire between daemon and panel that can go dead: then neither bytes nor the end of a side get through. */
async function startWire(port: number): Promise<{ address: string; cut(): void }> {
  let isDead = false
  const lead = (from: Socket, to: Socket) => {
    from.on('data', bytes => isDead || to.write(bytes))
    from.on('close', () => isDead || to.destroy())
    from.on('error', () => undefined)
    closeLater(() => from.destroy())
  }
  const wire = createServer(near => {
    const far = connect(port, '127.0.0.1')
    lead(near, far)
    lead(far, near)
  })
  await new Promise<void>(resolve => wire.listen(0, '127.0.0.1', resolve))
  closeLater(() => void wire.close())
  const cut = () => {
    isDead = true
  }
  return { address: `127.0.0.1:${(wire.address() as AddressInfo).port}`, cut }
}

test('L8 three missed heartbeats end the connection on both sides', async () => {
  const panel = await startPanel({ heartbeatSeconds: 1 })
  const node = await enrollNode(panel, 7)
  const wire = await startWire(panel.port)
  const daemon = await startDaemon({ ...node, address: wire.address })
  // Alive for longer than three intervals while heartbeats flow.
  await new Promise(resolve => setTimeout(resolve, 4_500))
  expect(panel.presence).toHaveLength(1)
  expect(daemon.presence).toHaveLength(1)
  const cutAt = performance.now()
  wire.cut()
  await eventually(() => expect(panel.link.isOnline(7)).toBe(false))
  await eventually(() =>
    expect(daemon.warnings[0]?.reason).toContain('3 heartbeats of the panel were missed'),
  )
  expect(performance.now() - cutAt).toBeLessThan(25_000)
  expect(panel.presence.at(-1)).toMatchObject({
    online: false,
    reason: '3 heartbeats of the node were missed',
  })
})

test('a message that cannot be stored ends the connection, and the node tells its state again', async () => {
  const panel = await startPanel()
  panel.taskOwners.set(3, 7)
  const { received } = panel.hooks
  let isDatabaseAway = true
  panel.hooks.received = (nodeId, message) => {
    if (isDatabaseAway) throw new Error('the database is away')
    return received(nodeId, message)
  }
  const daemon = await startDaemon(await enrollNode(panel, 7))
  daemon.link.send({ $case: 'taskUpdate', value: TaskUpdate.create({ taskId: 3, status: 'success' }) })
  await eventually(() => expect(daemon.warnings.at(-1)?.reason).toContain('could not store'))
  isDatabaseAway = false
  daemon.tasks.push(TaskUpdate.create({ taskId: 3, status: 'success' }))
  await eventually(() => expect(panel.reconciled.at(-1)?.tasks).toHaveLength(1))
  expect(panel.received).toEqual([])
})

test('L8 a panel that works slowly holds the stream: nothing is lost, and the node stays online', async () => {
  const panel = await startPanel({ heartbeatSeconds: 1 })
  panel.taskOwners.set(3, 7)
  const { received } = panel.hooks
  panel.hooks.received = async (nodeId, message) => {
    await new Promise(resolve => setTimeout(resolve, 20))
    await received(nodeId, message)
  }
  const daemon = await startDaemon(await enrollNode(panel, 7))
  const chunk = Buffer.alloc(64 * 1024)
  for (let seq = 0; seq < 250; seq++) {
    daemon.link.send({ $case: 'taskOutput', value: TaskOutput.create({ taskId: 3, seq, chunk }) })
  }
  await eventually(() => expect(panel.received).toHaveLength(250), 40_000)
  const order = panel.received.map(({ message }) => message.$case === 'taskOutput' && message.value.seq)
  expect(order).toEqual(Array.from({ length: 250 }, (_, seq) => seq))
  expect(panel.presence).toHaveLength(1)
  expect(daemon.presence).toHaveLength(1)
})

test('a port that is in use is told with a reason', async () => {
  const panel = await startPanel()
  const second = new PanelSide().start({ port: panel.port })
  await expect(second).rejects.toThrow(LinkPortError)
  await expect(second).rejects.toThrow('another program uses it')
})
