// The daemon as a real program on a real wire: welcomed, given a game server, told to run it, watched and typed to.

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Program } from '../../test-services/start-program.ts'
import { connectionPassword, type FakePanel, nodeId, openFakePanel, readTransfer } from './fake-panel.ts'
import { endKeeper, isAlive, keeperPid, openTestFolder, plainDefinition, until } from './open-test-node.ts'

describe('the whole daemon', () => {
  let folder: string
  let panel: FakePanel
  let daemon: Program | undefined

  beforeEach(async () => {
    folder = openTestFolder()
    panel = await openFakePanel()
    const { caPem, certificatePem, privateKeyPem } = panel.identity
    writeFileSync(join(folder, 'ca.pem'), caPem)
    writeFileSync(join(folder, 'node.pem'), certificatePem)
    writeFileSync(join(folder, 'key.pem'), privateKeyPem, { mode: 0o600 })
    const fields = {
      panel: `127.0.0.1:${panel.port}`,
      node_id: nodeId,
      api_key: 'the-node-key',
      certificate: 'node.pem',
      certificate_key: 'key.pem',
      ca: 'ca.pem',
      connection_password: connectionPassword,
    }
    writeFileSync(join(folder, 'daemon.yaml'), JSON.stringify(fields), { mode: 0o600 })
  })
  afterEach(async () => {
    await daemon?.kill()
    panel.close()
    await endKeeper(folder)
    rmSync(folder, { recursive: true })
  })

  function startDaemon(): void {
    const args = ['--data', folder, '--shared', join(folder, 'shared')]
    daemon = new Program('daemon', { args })
  }

  async function runTask(taskId: number, kind: string) {
    panel.send({ $case: 'runTask', value: { taskId, gameServerId: 1, kind, payload: '' } })
    const { status, message } = await panel.hear(
      'taskUpdate',
      update => update.taskId === taskId && !['waiting', 'working'].includes(update.status),
    )
    return { status, message }
  }

  it('L3 L6 L9 runs a game from Hello to its end, and knows all of it again after kill -9', async () => {
    startDaemon()
    const hello = await panel.hear('hello')
    expect(hello).toMatchObject({ apiKey: 'the-node-key', gameServers: [], tasks: [] })
    expect(hello.facts).toMatchObject({ version: '0.1.0', runtimes: expect.arrayContaining(['process']) })

    const definition = JSON.stringify(plainDefinition())
    panel.send({ $case: 'putGameServer', value: { gameServerId: 1, revision: 1, definition } })
    expect(await runTask(1, 'install')).toEqual({ status: 'success', message: 'it is installed' })
    expect(await runTask(2, 'start')).toEqual({ status: 'success', message: 'ready' })
    await panel.hear('gameServerState', ({ state }) => state === 'running')

    const watchConsole = { gameServerId: 1, sinceSeq: 0, streamId: '' }
    const transfer = await panel.openTransfer({
      transferId: 'one',
      purpose: { $case: 'watchConsole', value: watchConsole },
    })
    const line = Buffer.from('hello over the wire')
    panel.send({
      $case: 'call',
      value: { callId: 9, body: { $case: 'consoleInput', value: { gameServerId: 1, line } } },
    })
    expect(await panel.hear('callAnswer', ({ callId }) => callId === 9)).toMatchObject({ errorCode: '' })
    expect(await readTransfer(transfer, 'you said: hello over the wire')).toContain('ready')

    const pid = Number(/process (\d+)/.exec(saidOf(panel, 2))?.[1])
    expect(isAlive(pid)).toBe(true)
    await daemon?.kill()
    panel.received.length = 0
    startDaemon()
    const again = await panel.hear('hello')
    expect(again.instanceId).not.toBe(hello.instanceId)
    expect(again.gameServers).toMatchObject([{ gameServerId: 1, state: 'running', installed: true }])
    expect(again.tasks.map(({ taskId, status }) => [taskId, status])).toEqual([
      [1, 'success'],
      [2, 'success'],
    ])
    // This panel's Welcome names no game server: what the daemon holds beyond it goes on (L17), and is told on demand.
    const unknown = { $case: 'listUnknownGameServers' as const, value: {} }
    panel.send({ $case: 'call', value: { callId: 10, body: unknown } })
    const { json } = await panel.hear('callAnswer', ({ callId }) => callId === 10)
    expect(JSON.parse(json)).toMatchObject([{ state: 'running', definition: { name: 'test' } }])
    expect(isAlive(pid)).toBe(true)
  })

  it('L16 K10 what comes too late is not done, whether the daemon or its keeper stood still', async () => {
    startDaemon()
    await panel.hear('hello')
    const definition = plainDefinition()
    const value = { gameServerId: 1, revision: 1, definition: JSON.stringify(definition) }
    panel.send({ $case: 'putGameServer', value })
    await runTask(1, 'install')
    await runTask(2, 'start')
    const type = (callId: number, text: string, expiresAtMs?: number) => {
      const line = Buffer.from(text)
      const body = { $case: 'consoleInput' as const, value: { gameServerId: 1, line } }
      panel.send({ $case: 'call', value: { callId, body } }, expiresAtMs)
    }
    const answerTo = (callId: number) => panel.hear('callAnswer', answer => answer.callId === callId)

    daemon?.signal('SIGSTOP')
    const expiresAtMs = Date.now() + 300
    type(1, 'too late for the daemon', expiresAtMs)
    const request = JSON.stringify({ verb: 'delete', paths: ['game.sh'] })
    const work = { gameServerId: 1, request, byBytesLine: false, byAdministrator: false }
    const purpose = { $case: 'fileWork' as const, value: work }
    panel.send({ $case: 'openTransfer', value: { transferId: 'late', purpose } }, expiresAtMs)
    panel.send(
      { $case: 'runTask', value: { taskId: 3, gameServerId: 1, kind: 'kill', payload: '' } },
      expiresAtMs,
    )
    await until(() => Date.now() > expiresAtMs + 200, 'it is too late')
    daemon?.signal('SIGCONT')
    expect(await answerTo(1)).toMatchObject({
      errorCode: 'unavailable',
      errorMessage: 'the node got this too late and has not done it: try again',
    })

    const keeper = keeperPid(folder)
    process.kill(keeper, 'SIGSTOP')
    try {
      type(2, 'too late for the keeper', Date.now() + 60_000)
      expect(await answerTo(2)).toMatchObject({
        errorCode: 'unavailable',
        errorMessage: expect.stringContaining('nothing was typed'),
      })
    } finally {
      process.kill(keeper, 'SIGCONT')
    }

    type(3, 'in time', Date.now() + 60_000)
    expect(await answerTo(3)).toMatchObject({ errorCode: '' })
    const console = await panel.openTransfer({
      transferId: 'console',
      purpose: { $case: 'watchConsole', value: { gameServerId: 1, sinceSeq: 0, streamId: '' } },
    })
    expect(await readTransfer(console, 'you said: in time')).not.toContain('too late')
    expect(existsSync(join(folder, 'servers', definition.uuid, 'game.sh'))).toBe(true)
    expect(await panel.hear('taskUpdate', ({ taskId }) => taskId === 3)).toMatchObject({
      status: 'error',
      message: 'the node got this too late and has not done it: try again',
    })
  })

  it('answers calls with what was asked for, or with a code and words', async () => {
    startDaemon()
    await panel.hear('hello')
    const body = { $case: 'consoleInput' as const, value: { gameServerId: 7, line: Buffer.from('x') } }
    panel.send({ $case: 'call', value: { callId: 1, body } })
    expect(await panel.hear('callAnswer')).toMatchObject({ errorCode: 'conflict' })
    const requests = [{ preferred: 27_700, protocol: 'udp', also: [] }]
    panel.send({
      $case: 'call',
      value: { callId: 2, body: { $case: 'findFreePorts', value: { requests, taken: [27_700] } } },
    })
    const { ports } = await panel.hear('callAnswer', ({ callId }) => callId === 2)
    expect(ports[0]).toBeGreaterThan(27_700)
  })
})

function saidOf(panel: FakePanel, taskId: number): string {
  return panel.received
    .flatMap(body => (body.$case === 'taskOutput' && body.value.taskId === taskId ? [body.value.chunk] : []))
    .toString()
}
