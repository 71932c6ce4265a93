// A whole panel and whole daemons in this process, joined by the real link, for the tests of metrics.

import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GameServerUsage } from '@rookery/contracts/daemon/generated/link.ts'
import type { MetricSample } from '@rookery/contracts/websocket/metrics.ts'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { type App, type AppOptions, openApp } from '../../daemon/src/app.ts'
import { shippedFromSource } from '../../daemon/src/features/install/shipped-games.ts'
import { enroll } from '../../daemon/src/platform/panel-link/enroll.ts'
import { PanelLink } from '../../daemon/src/platform/panel-link/panel-link.ts'
import { appOptions, endKeeper, openTestFolder } from '../../daemon/test/open-test-node.ts'
import { startTestPanel, type TestPanel } from '../../panel/test/start-test-panel.ts'
import { proofSize } from '../../test-services/proof-size.ts'
import { waitFor } from '../wait-for.ts'

/** `byHand`: ticks come only when a test asks for them with `look`. */
type Settings = AppOptions['config']['metrics'] & { byHand?: true }
type Enrolled = Awaited<ReturnType<typeof enroll>>

export const everySecond: Settings = { enabled: true, intervalSeconds: 1, retentionSeconds: 600 }
export const byHand: Settings = { enabled: true, intervalSeconds: 5, retentionSeconds: 600, byHand: true }
/** The longest history there is, an hour; in a test a part of it, for each point is really measured. */
export const longestHistorySeconds = proofSize({ short: 600, proof: 3_600 })
export const longestByHand: Settings = {
  ...byHand,
  intervalSeconds: 1,
  retentionSeconds: longestHistorySeconds,
}

export interface Frame {
  type: string
  payload: {
    samples?: MetricSample[]
    code?: string
    node_ids?: number[]
    servers?: [number, number, number][]
  }
  ts: number
}

export class TestDaemon {
  readonly folder: string
  readonly enrolled: Enrolled
  readonly settings: Settings
  /** How many transfers of each kind the panel has asked for. */
  readonly transfers: string[] = []
  /** What it says of the use of game servers; null: the truth. */
  reportedUsage: GameServerUsage[] | null = null
  app!: App
  #link: PanelLink | null = null

  constructor(folder: string, enrolled: Enrolled, settings: Settings) {
    this.folder = folder
    this.enrolled = enrolled
    this.settings = settings
  }

  get nodeId(): number {
    return this.enrolled.nodeId
  }

  async start(): Promise<void> {
    const { nodeId } = this
    const options = appOptions(this.folder, message => void this.#link?.send(message), {
      nodeId,
      metrics: this.settings,
    })
    const shipped = join(this.folder, 'shipped')
    mkdirSync(shipped, { recursive: true })
    const root = fileURLToPath(new URL('../..', import.meta.url))
    this.app = await openApp({ ...options, shippedGames: await shippedFromSource(root, shipped) })
    // Nothing has waited since it began, so no tick of the clock has come in between.
    if (this.settings.byHand) this.app.metrics.close()
    await this.dial(this.enrolled.address)
  }

  /** With a new link and the same memory. */
  async dial(address: string): Promise<void> {
    await this.#link?.close()
    const { hooks } = this.app
    const link = new PanelLink({
      ...this.enrolled,
      address,
      instanceId: randomUUID(),
      hooks: {
        ...hooks,
        transfer: (purpose, transfer) => {
          this.transfers.push(purpose.$case)
          return hooks.transfer(purpose, {
            ...transfer,
            write: body =>
              transfer.write(
                body.$case === 'usage' && this.reportedUsage !== null
                  ? {
                      $case: 'usage',
                      value: { gameServers: this.reportedUsage, history: [], node: undefined },
                    }
                  : body,
              ),
          })
        },
      },
      saveCertificate: async () => {},
      log: pino({ level: 'silent' }),
      clock: Date.now,
      random: Math.random,
      retryDelays: { firstMs: 50, longestMs: 200, refusedMs: 400 },
    })
    this.#link = link
    link.start()
    await waitFor('the daemon is connected', () => link.isConnected)
  }

  /** Games keep running. */
  async stop(): Promise<void> {
    await this.#link?.close()
    this.#link = null
    await this.app.close()
  }
}

/** With a clock that goes on by itself: what is asked of a node is good for a while of it (L16). */
export async function startRunningPanel(
  options: Parameters<typeof startTestPanel>[0] = {},
): Promise<TestPanel> {
  const panel = await startTestPanel(options)
  Object.defineProperty(panel.clock, 'nowMs', { get: Date.now })
  return panel
}

export class MetricsWorld {
  panel!: TestPanel
  readonly #daemons = new Map<TestDaemon, boolean>()
  readonly #sockets: WebSocket[] = []

  async start(options: Parameters<typeof startTestPanel>[0] = {}): Promise<this> {
    this.panel = await startRunningPanel(options)
    return this
  }

  async addDaemon(name: string, settings: Settings): Promise<TestDaemon> {
    const { id } = await this.panel.app.nodes.create(name)
    const { key } = await this.panel.app.nodes.issueEnrollment(id)
    const folder = openTestFolder()
    const enrolled = await enroll({ panelUrl: this.panel.url, key, folder })
    const daemon = new TestDaemon(folder, enrolled, settings)
    await daemon.start()
    this.#daemons.set(daemon, true)
    return daemon
  }

  /** Returns when the panel knows that it is away. */
  async stopDaemon(daemon: TestDaemon): Promise<void> {
    await daemon.stop()
    this.#daemons.set(daemon, false)
    const sessionToken = await this.panel.signIn()
    await waitFor('the node is away', async () => {
      const { json } = await this.panel.request('GET', `/api/nodes/${daemon.nodeId}`, { sessionToken })
      return json.online === false
    })
  }

  async startDaemon(daemon: TestDaemon): Promise<void> {
    await daemon.start()
    this.#daemons.set(daemon, true)
  }

  async createArena(daemon: TestDaemon, more: object = {}): Promise<number> {
    const sessionToken = await this.panel.signIn()
    const templates = await this.panel.request('GET', '/api/templates', { sessionToken })
    const arena = (templates.json as { id: number; slug: string }[]).find(({ slug }) => slug === 'arena')
    const body = { name: 'Arena', node_id: daemon.nodeId, template_id: arena?.id, ...more }
    const answer = await this.panel.request('POST', '/api/servers', { sessionToken, body })
    if (answer.status !== 201) throw new Error(`POST /api/servers answered ${answer.status}: ${answer.text}`)
    return answer.json.id
  }

  /** Opens a channel and collects its frames. */
  async open(path: string, sessionToken?: string) {
    const own = sessionToken ?? (await this.panel.signIn())
    const token = await this.panel.request('POST', '/api/auth/short-lived-token', { sessionToken: own })
    const socket = new WebSocket(`${this.panel.url.replace('http', 'ws')}${path}?token=${token.json.token}`)
    this.#sockets.push(socket)
    const frames: Frame[] = []
    const closed: number[] = []
    socket.on('message', (bytes, isBinary) => {
      if (isBinary) throw new Error('a frame that is no text')
      frames.push(JSON.parse((bytes as Buffer).toString()))
    })
    socket.on('close', code => closed.push(code))
    await new Promise<void>((resolve, reject) => {
      socket.on('open', resolve)
      socket.on('error', reject)
      socket.on('unexpected-response', (_, response) =>
        reject(new Error(`refused with ${response.statusCode}`)),
      )
    })
    return { socket, frames, closed }
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.terminate()
    for (const [daemon, isRunning] of this.#daemons) if (isRunning) await daemon.stop()
    await this.panel.stop()
    for (const { folder } of this.#daemons.keys()) {
      await endKeeper(folder)
      for (const path of [folder, `${folder}-shared`]) rmSync(path, { recursive: true, force: true })
    }
  }
}

/** The times of one series, in the order in which they came. */
export function timesOf(frames: Frame[], name: string, label?: { node_id: number }): number[] {
  return frames
    .flatMap(({ payload }) => payload.samples ?? [])
    .filter(sample => sample.name === name)
    .filter(({ labels }) => !label || ('node_id' in labels && labels.node_id === label.node_id))
    .flatMap(({ points }) => points.map(([at]) => at))
}

export const countOf = (frames: Frame[], type: string) => frames.filter(frame => frame.type === type).length
export const until = waitFor
