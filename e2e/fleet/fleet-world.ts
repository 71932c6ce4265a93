// The shipped panel, a thousand simulated nodes in a process of their own, and a line between them that can be cut.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueShortLivedToken } from '@rookery/contracts/http/auth.ts'
import { createGameServer } from '@rookery/contracts/http/game-servers.ts'
import { createNode, issueEnrollment, listNodes } from '@rookery/contracts/http/nodes.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import type { FleetNews, FleetOrder, FleetState } from '../../daemon/test/fleet/simulated-nodes.ts'
import { openPausableProxy, type PausableProxy } from '../../test-services/pausable-proxy.ts'
import { type Api, signIn } from '../api.ts'
import { PanelHome } from '../operate/panel-home.ts'
import { freePort } from '../ports.ts'
import { MetricReader } from './metric-reader.ts'

const administrator = { login: 'admin', password: 'a thousand of them' }
const fleetProgram = join(import.meta.dirname, '..', '..', 'daemon', 'test', 'fleet', 'simulated-nodes.ts')
const madeAtOnce = 32
const ticksPerSecond = 100

export class FleetWorld {
  readonly #home = new PanelHome()
  readonly #readers: MetricReader[] = []
  readonly nodes: (FleetOrder['nodes'][number] & { id: number })[] = []
  /** Between the nodes and the panel. */
  line!: PausableProxy
  api!: Api
  state: FleetState = { connected: 0, welcomes: 0 }
  #fleet: ChildProcess | undefined
  #measured = Promise.withResolvers<[number, number[]][]>()

  async start(count: number): Promise<this> {
    const grpcPort = await freePort()
    this.#home.variables = { GRPC_PORT: String(grpcPort), ADMIN_PASSWORD: administrator.password }
    await this.#home.start()
    this.line = await openPausableProxy(grpcPort)
    this.api = await signIn(this.#home.url, administrator)
    await this.#addNodes(count)
    this.#fleet = fork(fleetProgram, { execArgv: ['--no-warnings'] })
    this.#fleet.on('message', (news: FleetNews) => {
      if ('state' in news) this.state = news.state
      else this.#measured.resolve(news.measured)
    })
    const dials = `127.0.0.1:${this.line.port}`
    const order: FleetOrder = { url: this.#home.url, dials, nodes: this.nodes, rememberedSeconds: 60 }
    this.#fleet.send(order)
    return this
  }

  async #addNodes(count: number): Promise<void> {
    const template = (await this.api.call(listTemplates, {})).find(({ slug }) => slug === 'arena')
    let next = 0
    const addSome = async () => {
      while (next < count) {
        next += 1
        const name = `node ${next}`
        const { id } = await this.api.call(createNode, { body: { name } })
        const { key } = await this.api.call(issueEnrollment, { params: { id: String(id) } })
        const body = { name, node_id: id, template_id: template?.id ?? 0, install: false }
        const gameServer = await this.api.call(createGameServer, { body })
        this.nodes.push({ id, gameServerId: gameServer.id, enrollmentKey: key })
      }
    }
    await Promise.all(Array.from({ length: madeAtOnce }, addSome))
  }

  /** How many nodes the panel calls online. */
  async online(): Promise<number> {
    let online = 0
    for (let page = 1; ; page++) {
      const some = await this.api.call(listNodes, { query: { page: String(page), per_page: '100' } } as never)
      online += some.filter(node => node.online).length
      if (some.length < 100) return online
    }
  }

  /** When each node has measured, as it says itself. */
  measured(): Promise<[nodeId: number, moments: number[]][]> {
    this.#measured = Promise.withResolvers()
    this.#fleet?.send('tell what you have measured')
    return this.#measured.promise
  }

  async look(path: string): Promise<MetricReader> {
    const { token } = await this.api.call(issueShortLivedToken, {})
    const address = new URL(path, this.#home.url)
    address.protocol = 'ws:'
    address.searchParams.set('token', token)
    const reader = new MetricReader(address)
    this.#readers.push(reader)
    await reader.replayed
    return reader
  }

  /** Processor seconds of the panel so far. */
  panelSeconds(): number {
    const line = readFileSync(`/proc/${this.#home.pid}/stat`, 'latin1')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  }

  async stop(): Promise<void> {
    for (const reader of this.#readers) await reader.close()
    if (this.#fleet && this.#fleet.exitCode === null) {
      const ended = once(this.#fleet, 'exit')
      this.#fleet.disconnect()
      await ended
    }
    await this.line?.close()
    await this.#home.remove()
  }
}
