// A machine behind NAT becomes a node: it dials out, and nobody can dial it.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  createGameServer,
  killGameServer,
  readConsole,
  sendConsoleCommand,
} from '@rookery/contracts/http/game-servers.ts'
import {
  createNode,
  issueEnrollment,
  listNodePorts,
  readNode,
  readNodeLogs,
} from '@rookery/contracts/http/nodes.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNatNetwork, missingNatNetwork, type NatNetwork } from '../test-services/nat-network.ts'
import { programFile } from '../test-services/start-program.ts'
import { type Api, signIn } from './api.ts'
import { createHome, type Rookery, startRookery } from './rookery.ts'
import { waitFor } from './wait-for.ts'

const missing = await missingNatNetwork()
if (missing !== null) console.warn(`skipped: ${missing}`)

describe.skipIf(missing !== null)('a node behind NAT', () => {
  let network: NatNetwork
  let panelHome: Awaited<ReturnType<typeof createHome>>
  let nodeHome: Awaited<ReturnType<typeof createHome>>
  let rookery: Rookery
  let api: Api
  let daemon: ChildProcess | null = null

  beforeAll(async () => {
    network = await createNatNetwork(randomInt(1, 1_000_000))
    panelHome = await createHome()
    nodeHome = await createHome()
    rookery = await startRookery(panelHome, {
      ADMIN_PASSWORD: 'a story about nodes',
      HTTP_BIND_IP: '0.0.0.0',
      GRPC_BIND_IP: '0.0.0.0',
    })
    api = await signIn(`http://127.0.0.1:${panelHome.ports.http}`, {
      login: 'admin',
      password: 'a story about nodes',
    })
  })
  afterAll(async () => {
    if (daemon) await ended(daemon)
    await rookery?.interrupt()
    await panelHome?.remove()
    await nodeHome?.remove()
    await network?.remove()
  })

  const runHidden = (argv: string[]) => {
    const { command, args } = network.inside(process.execPath, [programFile('rookery'), ...argv])
    return spawn(command, args, {
      stdio: 'ignore',
      env: { PATH: process.env.PATH, DATA_DIR: nodeHome.dataDir },
    })
  }

  test('1 enrolls, runs a game, shows its console and its log, and cannot be dialled', async () => {
    const { id } = await api.call(createNode, { body: { name: 'Hidden' } })
    const params = { id: String(id) }
    const { key } = await api.call(issueEnrollment, { params })
    const address = `http://${network.outsideAddress}:${panelHome.ports.http}`
    expect(await exitCode(runHidden(['node', 'enroll', address, '--key', key]))).toBe(0)
    daemon = runHidden(['daemon'])
    await waitFor('the hidden node is online', async () => (await api.call(readNode, { params })).online)
    expect((await api.call(readNode, { params })).ips).toContain(network.hiddenAddress)

    const template = (await api.call(listTemplates, {})).find(({ slug }) => slug === 'arena')
    const server = await api.call(createGameServer, {
      body: { name: 'Out of sight', node_id: id, template_id: template?.id ?? 0, start: true },
    })
    await api.waitForState(server.id, 'running')
    const onServer = { params: { server: String(server.id) } }
    await api.call(sendConsoleCommand, { ...onServer, body: { command: 'status' } })
    await waitFor('the console answers', async () =>
      (await api.call(readConsole, onServer)).output.includes('status'),
    )
    const ports = await api.call(listNodePorts, { params })
    expect(ports).toContainEqual({
      port: server.port,
      purpose: 'game',
      server_id: server.id,
      server_name: 'Out of sight',
    })
    const log = await api.call(readNodeLogs, { params })
    expect(log.map(line => line.message).join('\n')).toContain('the daemon is running')
    const dial = (patienceMs: number) => dialProgram(network.hiddenAddress, server.port, patienceMs)
    const fromInside = network.inside(process.execPath, dial(60_000))
    expect(await output(spawn(fromInside.command, fromInside.args))).not.toBe('')
    expect(await output(spawn(process.execPath, dial(3_000)))).toBe('')
    await api.call(killGameServer, onServer)
    await api.waitForState(server.id, 'stopped')
  })
})

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise(resolve => child.once('exit', resolve))
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = exitCode(child)
  child.kill('SIGTERM')
  await exit
}

/** Prints what the game says to whoever connects, or nothing. */
function dialProgram(host: string, port: number, patienceMs: number): string[] {
  const text = `
    const socket = require('node:net').connect(${port}, '${host}')
    socket.on('data', chunk => { process.stdout.write(String(chunk)); process.exit() })
    socket.on('error', () => process.exit())
    setTimeout(() => process.exit(), ${patienceMs})`
  return ['-e', text]
}

async function output(child: ChildProcess): Promise<string> {
  let text = ''
  child.stdout?.on('data', chunk => {
    text += chunk
  })
  await new Promise(resolve => child.once('close', resolve))
  return text
}
