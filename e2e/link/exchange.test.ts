// Enrollment and the ordinary life of a connection, over real TLS and gRPC.

import {
  GameServerState,
  NodeFacts,
  RemoveGameServer,
  TaskUpdate,
} from '@rookery/contracts/daemon/generated/link.ts'
import { expect, test } from 'vitest'
import { LinkRefusal } from '../../daemon/src/platform/panel-link/link-hooks.ts'
import { NodeOfflineError } from '../../panel/src/platform/daemon-link/link-errors.ts'
import { linkLifecycle } from './link-lifecycle.ts'
import { type DaemonSide, enrollNode, eventually, sha256, spendKey } from './link-world.ts'

const { startPanel, startDaemon, daemonOf } = linkLifecycle()

test('L3 a node enrolls, connects, and both sides exchange messages in order', async () => {
  const panel = await startPanel()
  panel.wanted.set(7, [{ gameServerId: 1, revision: 3, definition: '{}' }])
  panel.gameServerOwners.set(1, 7)
  panel.taskOwners.set(5, 7)
  const node = await enrollNode(panel, 7)
  expect(node.nodeId).toBe(7)
  expect(panel.nodes.get(7)?.apiKeyHash).toBe(sha256(node.apiKey))

  const daemon = await startDaemon(node)
  expect(daemon.welcomes).toEqual([[{ gameServerId: 1, revision: 3, definition: '{}' }]])
  expect(panel.link.isOnline(7)).toBe(true)
  expect(panel.link.onlineNodeIds()).toEqual([7])
  expect(panel.presence).toMatchObject([{ nodeId: 7, online: true }])

  for (let taskId = 1; taskId <= 500; taskId++) {
    panel.link.send(7, { $case: 'cancelTask', value: { taskId } })
    daemon.link.send({ $case: 'taskUpdate', value: TaskUpdate.create({ taskId: 5, sequence: taskId }) })
  }
  await eventually(() => expect(daemon.received).toHaveLength(500))
  await eventually(() => expect(panel.received).toHaveLength(500))
  const inOrder = Array.from({ length: 500 }, (_, index) => index + 1)
  expect(daemon.received.map(body => body.$case === 'cancelTask' && body.value.taskId)).toEqual(inOrder)
  expect(
    panel.received.map(({ message }) => message.$case === 'taskUpdate' && message.value.sequence),
  ).toEqual(inOrder)

  const answer = await panel.link.call(7, { $case: 'findFreePorts', value: { requests: [], taken: [] } })
  expect(answer).toMatchObject({ errorCode: '', ports: [27_015] })
})

test('L3 what Hello tells is reconciled before later messages, and a refusal of a call arrives with a reason', async () => {
  const panel = await startPanel()
  panel.gameServerOwners.set(1, 7)
  const daemon: DaemonSide = daemonOf(await enrollNode(panel, 7))
  daemon.gameServers.push(GameServerState.create({ gameServerId: 1, state: 'running', sequence: 9 }))
  daemon.hooks.answer = async () => {
    throw new LinkRefusal('conflict', 'the game server is not running')
  }
  await daemon.connect()
  await eventually(() => expect(panel.reconciled).toHaveLength(1))
  expect(panel.reconciled[0]).toMatchObject({ nodeId: 7, gameServers: [{ state: 'running', sequence: 9 }] })
  const answer = await panel.link.call(7, {
    $case: 'consoleInput',
    value: { gameServerId: 1, line: Buffer.from('say hi') },
  })
  expect(answer).toMatchObject({ errorCode: 'conflict', errorMessage: 'the game server is not running' })
})

test('a call that fails because the daemon can open no more files says so, with what to do', async () => {
  const panel = await startPanel()
  const daemon: DaemonSide = daemonOf(await enrollNode(panel, 7))
  daemon.hooks.answer = async () => {
    throw Object.assign(new Error('EMFILE: too many open files, open /secret'), { code: 'EMFILE' })
  }
  await daemon.connect()
  const value = { gameServerId: 1, line: Buffer.from('say hi') }
  expect(await panel.link.call(7, { $case: 'consoleInput', value })).toMatchObject({
    errorCode: 'unavailable',
    errorMessage: expect.stringMatching(/files .* open .*LimitNOFILE/),
  })
})

test('a message that is sent while the node is being admitted follows Welcome', async () => {
  const panel = await startPanel()
  const node = await enrollNode(panel, 7)
  const admit = panel.hooks.admit
  panel.hooks.admit = async request => {
    const answer = await admit(request)
    panel.link.send(7, { $case: 'removeGameServer', value: RemoveGameServer.create({ gameServerId: 4 }) })
    return answer
  }
  const daemon = await startDaemon(node)
  await eventually(() =>
    expect(daemon.received).toMatchObject([{ $case: 'removeGameServer', value: { gameServerId: 4 } }]),
  )
})

test('a state that changes while the node describes itself is told right after Hello', async () => {
  const panel = await startPanel()
  panel.gameServerOwners.set(1, 7)
  const daemon: DaemonSide = daemonOf(await enrollNode(panel, 7))
  daemon.hooks.describe = async () => {
    daemon.link.send({
      $case: 'gameServerState',
      value: GameServerState.create({ gameServerId: 1, state: 'crashed' }),
    })
    return { facts: NodeFacts.create(), gameServers: [], tasks: [] }
  }
  await daemon.connect()
  await eventually(() =>
    expect(panel.received).toMatchObject([{ message: { value: { gameServerId: 1, state: 'crashed' } } }]),
  )
})

test('a node that is away: send throws, call and transfer reject, messages wait in Hello', async () => {
  const panel = await startPanel()
  await enrollNode(panel, 7)
  expect(() => panel.link.send(7, { $case: 'cancelTask', value: { taskId: 1 } })).toThrow(NodeOfflineError)
  const call = panel.link.call(7, { $case: 'findFreePorts', value: { requests: [], taken: [] } })
  await expect(call).rejects.toThrow(NodeOfflineError)
  const purpose = { $case: 'watchConsole', value: { gameServerId: 1, sinceSeq: 0, streamId: '' } } as const
  await expect(panel.link.openTransfer(7, purpose)).rejects.toThrow(NodeOfflineError)
})

test('the enrollment key is spent once: of 20 at the same time one wins', async () => {
  const panel = await startPanel()
  const key = panel.issueKey(7)
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => spendKey(panel, key)))
  const won = outcomes.filter(outcome => outcome.status === 'fulfilled')
  expect(won).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason.message).toContain('enrollment key is not valid')
  }
  expect(panel.nodes.get(7)?.apiKeyHash).toBe(sha256(won[0]?.value.apiKey ?? ''))
  await expect(spendKey(panel, key)).rejects.toThrow('enrollment key is not valid')
})

test('a node that is enrolled anew loses its old identity at once', async () => {
  const panel = await startPanel()
  const old = await startDaemon(await enrollNode(panel, 7))
  const node = await enrollNode(panel, 7)
  await eventually(() => expect(old.link.isConnected).toBe(false))
  await startDaemon(node)
  await eventually(() =>
    expect(old.warnings.map(({ reason }) => reason)).toContain('the certificate was revoked'),
  )
  expect(panel.link.isOnline(7)).toBe(true)
})

test('a certificate is renewed after two thirds of its life, and the old one ends when the new one was seen', async () => {
  const panel = await startPanel()
  const node = await enrollNode(panel, 7)
  const oldSerial = panel.nodes.get(7)?.serials[0]
  const inNineMonths = Date.now() + 270 * 86_400_000
  const daemon: DaemonSide = daemonOf(node, {
    clock: () => (daemon.savedCertificates.length === 0 ? inNineMonths : Date.now()),
  })
  daemon.link.start()
  await eventually(() => expect(daemon.savedCertificates).toHaveLength(1))
  await eventually(() => {
    expect(panel.nodes.get(7)?.serials).toHaveLength(1)
    expect(panel.nodes.get(7)?.serials).not.toContain(oldSerial)
    expect(daemon.link.isConnected).toBe(true)
  })
  expect(daemon.savedCertificates).toHaveLength(1)
})

test('L16 a clock that was set back by less than the time since the last heartbeat delays nothing', async () => {
  let setBackMs = 0
  const panel = await startPanel({ clock: () => Date.now() - setBackMs, heartbeatSeconds: 60 })
  const daemon = await startDaemon(await enrollNode(panel, 7))
  const welcomedAtMs = Date.now()
  await eventually(() => expect(Date.now()).toBeGreaterThan(welcomedAtMs + 3_000))
  setBackMs = 2_500
  // Good for one second of the panel's clock.
  const question = { $case: 'findFreePorts' as const, value: { requests: [], taken: [] } }
  expect(await panel.link.call(7, question, 5_000)).toMatchObject({ errorCode: '', ports: [27_015] })
  expect(daemon.warnings).toEqual([])
})

test('L16 after the clock of the panel was set back by a day, orders and questions reach the node at once', async () => {
  let setBackMs = 0
  const panel = await startPanel({ clock: () => Date.now() - setBackMs })
  const daemon = await startDaemon(await enrollNode(panel, 7))
  setBackMs = 24 * 3_600_000
  const runTask = { taskId: 5, gameServerId: 1, kind: 'start', payload: '{}' }
  panel.link.send(7, { $case: 'runTask', value: runTask })
  const answer = await panel.link.call(7, { $case: 'findFreePorts', value: { requests: [], taken: [] } })
  expect(answer).toMatchObject({ errorCode: '', ports: [27_015] })
  expect(daemon.received).toMatchObject([{ $case: 'runTask', value: runTask }])
})
