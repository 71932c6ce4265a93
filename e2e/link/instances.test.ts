// The link over two instances: one voice per node, every way to it from both, and what happens when they are parted.

import { FromPanel, GameServerState, OutputChunk } from '@rookery/contracts/daemon/generated/link.ts'
import { afterEach, expect, test } from 'vitest'
import { openNodeChannel } from '../../daemon/src/platform/panel-link/panel-channel.ts'
import { CacheUnavailableError } from '../../panel/src/platform/cache/cache.ts'
import { NodeOfflineError } from '../../panel/src/platform/daemon-link/link-errors.ts'
import { InstancePair } from './instances-world.ts'
import { DaemonSide, enrollNode, eventually, type PanelSide } from './link-world.ts'

const watch = { $case: 'watchConsole', value: { gameServerId: 1, sinceSeq: 0, streamId: '' } } as const
const cancel = (taskId: number) => ({ $case: 'cancelTask', value: { taskId } }) as const

const question: Parameters<PanelSide['link']['call']>[1] = {
  $case: 'findFreePorts',
  value: { requests: [], taken: [] },
}

const anything: Parameters<DaemonSide['link']['ask']>[0] = {
  $case: 'sftpCheck',
  value: { userId: 1, gameServerId: 1, credentialId: '' },
}

let pair: InstancePair
const daemons: DaemonSide[] = []
afterEach(async () => {
  for (const daemon of daemons.splice(0)) await daemon.link.close()
  await pair.stop()
})

function daemonOf(...args: ConstructorParameters<typeof DaemonSide>): DaemonSide {
  const daemon = new DaemonSide(...args)
  daemons.push(daemon)
  return daemon
}

async function startPair(times: ConstructorParameters<typeof InstancePair>[0] = {}) {
  pair = await new InstancePair(times).start()
  const { one, two } = pair
  const node = await enrollNode(one.panel, 7)
  return { one, two, node, at: (which: typeof one) => ({ ...node, address: which.panel.address }) }
}

async function readAll(link: { openTransfer: typeof pair.one.panel.link.openTransfer }): Promise<number> {
  let bytes = 0
  for await (const body of await link.openTransfer(7, watch)) {
    if (body.$case === 'output') bytes += body.value.bytes.length
  }
  return bytes
}

const fillWith =
  (chunks: number, size: number): DaemonSide['hooks']['transfer'] =>
  async (_, transfer) => {
    for (let seq = 0; seq < chunks; seq++) {
      const value = OutputChunk.create({ seq, bytes: Buffer.alloc(size) })
      await transfer.write({ $case: 'output', value })
    }
  }

test('a node at one instance is online at both, and is sent, asked and read from both', async () => {
  const { one, two, at } = await startPair()
  const daemon = daemonOf(at(one))
  daemon.hooks.transfer = fillWith(300, 64 * 1024)
  await daemon.connect()
  await eventually(() => expect(two.panel.link.isOnline(7)).toBe(true))
  expect(two.panel.link.onlineNodeIds()).toEqual([7])
  expect(two.presence).toEqual([{ nodeId: 7, online: true }])
  for (let taskId = 1; taskId <= 200; taskId++) two.panel.link.send(7, cancel(taskId))
  await eventually(() => expect(daemon.received).toHaveLength(200))
  expect(daemon.received.map(({ value }) => (value as { taskId: number }).taskId)).toEqual(
    Array.from({ length: 200 }, (_, index) => index + 1),
  )
  expect((await two.panel.link.call(7, question)).ports).toEqual([27_015])
  expect(await readAll(two.panel.link)).toBe(300 * 64 * 1024)
  await daemon.link.close()
  await eventually(() => expect(two.panel.link.isOnline(7)).toBe(false))
  expect(() => two.panel.link.send(7, cancel(1))).toThrow(NodeOfflineError)
  await expect(two.panel.link.call(7, question)).rejects.toThrow(NodeOfflineError)
})

test('L13 Control ends at one instance and Transfer at the other: both read, whoever asks', async () => {
  const { one, two, node } = await startPair()
  const daemon = daemonOf({ ...node, address: await pair.openSplitter(one, two) })
  daemon.hooks.transfer = fillWith(100, 64 * 1024)
  await daemon.connect()
  await eventually(() => expect([one, two].every(({ panel }) => panel.link.isOnline(7))).toBe(true))
  for (const { panel } of [one, two, one, two]) expect(await readAll(panel.link)).toBe(100 * 64 * 1024)
})

test('T-099 L13 a certificate of a node that is not admitted opens no transfer at any instance', async () => {
  const { one, two, at } = await startPair()
  const stale = await enrollNode(one.panel, 7)
  const daemon = daemonOf({ ...stale, address: one.panel.address })
  await daemon.connect()
  await eventually(() => expect(two.panel.link.isOnline(7)).toBe(true))
  for (const instance of [one, two]) {
    const channel = openNodeChannel(instance.panel.address, at(instance).identity)
    const call = channel.transfer()
    const ended = new Promise(resolve => call.on('error', resolve))
    call.write({ body: { $case: 'opened', value: { transferId: 'x' } } })
    expect(await ended).toMatchObject({ details: expect.stringContaining('admitted') })
    channel.close()
  }
})

test('T-097 L5 another daemon with the same identity is refused at the other instance too, until the first leaves', async () => {
  const { one, two, at } = await startPair()
  const first = await daemonOf(at(one)).connect()
  const second = daemonOf(at(two))
  second.link.start()
  await eventually(() => expect(second.warnings.at(-1)?.reason).toContain('another daemon is connected'))
  two.panel.link.send(7, cancel(1))
  await eventually(() => expect(first.received).toHaveLength(1))
  expect(second.welcomes).toEqual([])
  await first.link.close()
  await eventually(() => expect(second.link.isConnected).toBe(true))
})

test('L5 the same daemon connects to the other instance: the first lets go, and is not told that the node left', async () => {
  const { one, two, at } = await startPair()
  const same = { instanceId: 'the same daemon' }
  // It does not dial again by itself: the two would replace each other for ever.
  const once = { firstMs: 600_000, longestMs: 600_000, refusedMs: 600_000 }
  const before = await daemonOf(at(one), { ...same, retryDelays: once }).connect()
  // Its old connection is only half dead: the panel has not noticed.
  const after = await daemonOf(at(two), same).connect()
  await eventually(() => expect(before.warnings.at(-1)?.reason).toContain('reconnected'))
  await before.link.close()
  await eventually(() => expect(one.panel.link.isOnline(7) && two.panel.link.isOnline(7)).toBe(true))
  one.panel.link.send(7, cancel(1))
  await eventually(() => expect(after.received).toHaveLength(1))
  expect(one.panel.presence).toEqual([{ nodeId: 7, online: true, reason: 'the node has connected' }])
})

test('an instance that leaves takes nobody with it: what is asked meanwhile waits until the node has come over', async () => {
  // However long a busy machine takes to bring it over.
  const { one, two, node } = await startPair({ movingMs: 60_000 })
  const address = await pair.openSplitter(one, two)
  // Both of its first connections are handed out in turns; afterwards only one instance is left.
  const daemon = await daemonOf({ ...node, address }).connect()
  await eventually(() => expect(two.panel.link.isOnline(7)).toBe(true))
  const leaving = one.panel.link.close()
  const asked: Promise<unknown>[] = []
  for (let count = 0; count < 20; count++) {
    asked.push(two.panel.link.call(7, question))
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  await leaving
  const answers = await Promise.allSettled(asked)
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(daemon.link.isConnected).toBe(true)
  expect(two.lost).toEqual([])
})

test('the cache is away: the own node goes on, the other is refused with a reason, and all is well when it is back', async () => {
  const { one, two, at } = await startPair()
  const daemon = await daemonOf(at(one)).connect()
  await eventually(() => expect(two.panel.link.isOnline(7)).toBe(true))
  for (const { cache } of [one, two]) cache.away()
  expect((await one.panel.link.call(7, question)).ports).toEqual([27_015])
  await expect(two.panel.link.call(7, question)).rejects.toThrow(CacheUnavailableError)
  two.panel.link.send(7, cancel(1))
  await eventually(() => expect(two.panel.link.seesAll()).toBe(false))
  expect(two.panel.link.isOnline(7)).toBe(true)
  expect(daemon.received).toEqual([])
  for (const { cache } of [one, two]) cache.back()
  await eventually(() => expect(daemon.received).toHaveLength(1))
  expect((await two.panel.link.call(7, question)).ports).toEqual([27_015])
  expect(two.panel.link.seesAll()).toBe(true)
  expect([...one.lost, ...two.lost]).toEqual([])
})

test('a node that connects while the cache is away is known to all when it is back, with a lease', async () => {
  const { one, two, at } = await startPair()
  for (const { cache } of [one, two]) cache.away()
  await daemonOf(at(one)).connect()
  expect(two.panel.link.isOnline(7)).toBe(false)
  for (const { cache } of [one, two]) cache.back()
  await eventually(() => expect(two.panel.link.isOnline(7)).toBe(true))
  const lease = () => pair.memory.namespace('shared').namespace('instances').get('node-7')
  await expect.poll(lease).not.toBeNull()
})

test('the cache forgets everything: leases are written again, and rule L5 holds as before', async () => {
  const { one, two, at } = await startPair()
  await daemonOf(at(one)).connect()
  const leases = pair.memory.namespace('shared').namespace('instances')
  expect(await leases.delete('node-7')).toBe(true)
  await expect.poll(() => leases.get('node-7')).not.toBeNull()
  const second = daemonOf(at(two))
  second.link.start()
  await eventually(() => expect(second.warnings.at(-1)?.reason).toContain('another daemon is connected'))
})

test('an instance dies without a word and its node with it: the other notices, and says so once', async () => {
  const { one, two, at } = await startPair()
  const daemon = await daemonOf(at(one)).connect()
  await eventually(() => expect(two.panel.link.isOnline(7)).toBe(true))
  one.cache.away()
  await daemon.link.close()
  await eventually(() => expect(two.lost).toEqual([7]))
  expect(two.panel.link.isOnline(7)).toBe(false)
  expect(two.presence).toEqual([
    { nodeId: 7, online: true },
    { nodeId: 7, online: false },
  ])
})

test('an instance that was frozen stores nothing of a node that has gone to another one, and does not call it away', async () => {
  const { one, two, at } = await startPair()
  one.panel.gameServerOwners.set(1, 7)
  const same = { instanceId: 'the same daemon' }
  const once = { firstMs: 600_000, longestMs: 600_000, refusedMs: 600_000 }
  const before = await daemonOf(at(one), { ...same, retryDelays: once }).connect()
  await eventually(() => expect(two.panel.link.isOnline(7)).toBe(true))
  // It hears nothing, and does not answer when it is asked to let go.
  one.cache.away()
  const after = await daemonOf(at(two), same).connect()
  one.frozenMs += 30_000
  // What waited in its socket all the time.
  const value = GameServerState.create({ gameServerId: 1, state: 'running', sequence: 1 })
  expect(before.link.send({ $case: 'gameServerState', value })).toBe(true)
  // Questions are answered in the order of the stream, but do not wait: the state has been read by then.
  for (let round = 0; round < 3; round++) await before.link.ask(anything)
  expect(one.panel.received).toEqual([])
  one.cache.back()
  await eventually(() => expect(before.warnings.at(-1)?.reason).toContain('reconnected'))
  await before.link.close()
  one.panel.link.send(7, cancel(1))
  await eventually(() => expect(after.received).toHaveLength(1))
  expect(one.panel.received).toEqual([])
  expect(one.panel.presence.map(({ online }) => online)).toEqual([true])
})

test('an instance that was frozen goes on with a node that has stayed', async () => {
  const { one, at } = await startPair()
  one.panel.gameServerOwners.set(1, 7)
  const daemon = await daemonOf(at(one)).connect()
  one.frozenMs += 30_000
  const value = GameServerState.create({ gameServerId: 1, state: 'running', sequence: 1 })
  daemon.link.send({ $case: 'gameServerState', value })
  await eventually(() => expect(one.panel.received).toHaveLength(1))
  expect(daemon.warnings).toEqual([])
})

test('an order that nobody of the panel has written, or that is repeated, is not obeyed', async () => {
  const { one, two, at } = await startPair()
  const daemon = await daemonOf(at(one)).connect()
  await eventually(() => expect(two.panel.link.isOnline(7)).toBe(true))
  const channels = pair.memory.namespace('shared').namespace('instances')
  const box = `to-${one.instanceId}`
  const letters: string[] = []
  await channels.subscribe(box, letter => letters.push(letter))
  two.panel.link.send(7, cancel(1))
  await eventually(() => expect(daemon.received).toHaveLength(1))
  expect(letters).toHaveLength(1)
  expect(letters[0]).not.toContain('send')
  await channels.publish(box, letters[0] ?? '')
  const body = Buffer.from(FromPanel.encode({ body: cancel(2) }).finish()).toString('base64')
  const { fence } = JSON.parse((await channels.get('node-7')) ?? '') as { fence: number }
  const order = { kind: 'send', nodeId: 7, fence, body }
  await channels.publish(box, JSON.stringify({ from: two.instanceId, id: 1_000, order }))
  // Moved to the channel of all.
  await channels.publish('all', letters[0] ?? '')
  two.panel.link.send(7, cancel(3))
  await eventually(() => expect(daemon.received).toHaveLength(2))
  expect(daemon.received.map(({ value: reported }) => (reported as { taskId: number }).taskId)).toEqual([
    1, 3,
  ])
})

test('a node that is switched off, or enrolled anew, is sent away by whichever instance has it', async () => {
  const { one, two, at } = await startPair()
  const daemon = await daemonOf(at(one)).connect()
  await eventually(() => expect(two.panel.link.isOnline(7)).toBe(true))
  two.panel.link.disconnect(7, 'this node was switched off in the panel')
  await eventually(() => expect(daemon.warnings.at(-1)?.reason).toContain('switched off'))
  await eventually(() => expect(daemon.link.isConnected).toBe(true))
  await enrollNode(two.panel, 7).catch(() => null)
  await eventually(() =>
    expect(daemon.warnings.some(({ reason }) => reason?.includes('enrolled again'))).toBe(true),
  )
})
