// A whole panel and a whole daemon in this process, joined by the real link, with games that are small scripts.

import { randomUUID } from 'node:crypto'
import type { CrashPolicy } from '@rookery/contracts/daemon/game-server-definition.ts'
import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { pino } from 'pino'
import { type App, openApp } from '../../daemon/src/app.ts'
import { enroll } from '../../daemon/src/platform/panel-link/enroll.ts'
import type { NodeMessage, Question } from '../../daemon/src/platform/panel-link/link-hooks.ts'
import { PanelLink } from '../../daemon/src/platform/panel-link/panel-link.ts'
import { appOptions, endKeeper, openTestFolder } from '../../daemon/test/open-test-node.ts'
import { startTestPanel, type TestPanel } from '../../panel/test/start-test-panel.ts'
import { addPerson, allow } from '../../panel/test/tokens/people.ts'
import { waitFor } from '../wait-for.ts'
import { type LiveSocket, openSocket } from './live-socket.ts'

export const rconPassword = 'correct-horse-battery'

/** Says what it is told, and ends when it is told to. */
export const echoGame = `echo ready
while read -r line; do
  case "$line" in
    quit) echo bye; exit 0 ;;
    crash) exit 7 ;;
    *) echo "you said: $line" ;;
  esac
done`

type PanelOptions = NonNullable<Parameters<typeof startTestPanel>[0]>

export class LiveWorld {
  /** What the daemon is set to beyond the usual. */
  readonly #config: Parameters<typeof appOptions>[2]
  readonly #panelOptions: PanelOptions
  readonly folder = openTestFolder()
  panel!: TestPanel
  sessionToken = ''
  nodeId = 0
  /** How far the panel's clock is ahead of the real one. */
  aheadMs = 0
  app!: App
  #link: PanelLink | null = null
  #enrolled!: Awaited<ReturnType<typeof enroll>>
  readonly #sockets: LiveSocket[] = []

  constructor(config: Parameters<typeof appOptions>[2] = {}, panelOptions: PanelOptions = {}) {
    this.#config = config
    this.#panelOptions = panelOptions
  }

  async start(): Promise<this> {
    this.panel = await this.#startPanel()
    this.sessionToken = await this.panel.signIn()
    const node = await this.panel.app.nodes.create('node')
    const { key } = await this.panel.app.nodes.issueEnrollment(node.id)
    this.nodeId = node.id
    this.#enrolled = await enroll({ panelUrl: this.panel.url, key, folder: this.folder })
    await this.startDaemon()
    return this
  }

  async startDaemon(): Promise<void> {
    const send = (message: NodeMessage) => void this.#link?.send(message)
    const ask = async (question: Question) => this.#link?.ask(question)
    this.app = await openApp({
      ...appOptions(this.folder, send, { ...this.#config, nodeId: this.nodeId }),
      ask,
    })
    await this.#connect()
  }

  async #connect(): Promise<void> {
    this.#link = new PanelLink({
      ...this.#enrolled,
      address: `127.0.0.1:${this.panel.grpcPort}`,
      instanceId: randomUUID(),
      hooks: this.app.hooks,
      saveCertificate: async () => {},
      log: pino({ level: 'silent' }),
      clock: Date.now,
      random: Math.random,
      retryDelays: { firstMs: 50, longestMs: 200, refusedMs: 400 },
    })
    this.#link.start()
    await waitFor('the daemon is connected', () => this.#link?.isConnected ?? false)
  }

  /** As if the node itself had said it. */
  say(message: NodeMessage): void {
    this.#link?.send(message)
  }

  /** As if the node itself had asked it (L12). */
  async question(question: Question): Promise<unknown> {
    return this.#link?.ask(question)
  }

  /** The daemon lives on and finds the new one. */
  async restartPanel(): Promise<void> {
    const { dataDir } = this.panel
    await this.panel.halt()
    this.panel = await this.#startPanel(dataDir)
    await this.#link?.close()
    await this.#connect()
  }

  /** With a clock that goes on by itself. */
  async #startPanel(dataDir?: string): Promise<TestPanel> {
    const panel = await startTestPanel({
      keepsHouse: true,
      ...this.#panelOptions,
      ...(dataDir === undefined ? {} : { dataDir }),
    })
    Object.defineProperty(panel.clock, 'nowMs', { get: () => Date.now() + this.aheadMs })
    return panel
  }

  /** Games keep running. */
  async stopDaemon(): Promise<void> {
    await this.#link?.close()
    this.#link = null
    await this.app.close()
  }

  async stop(): Promise<void> {
    for (const { socket } of this.#sockets) socket.terminate()
    if (this.#link) await this.stopDaemon()
    await this.panel.stop()
    await endKeeper(this.folder)
  }

  async ask(method: string, path: string, body?: unknown, sessionToken = this.sessionToken) {
    return this.panel.request(method, path, { sessionToken, ...(body === undefined ? {} : { body }) })
  }

  /** A game server whose game is this script; gives its id when it is installed. */
  async addGame(script: string, more: GameOptions = {}): Promise<number> {
    const templateId = await this.#addTemplate(script, more)
    const { node_id = this.nodeId, ...rest } = more.body ?? {}
    const answer = await this.ask('POST', '/api/servers', {
      name: 'game',
      node_id,
      template_id: templateId,
      rcon_password: rconPassword,
      ...rest,
    })
    if (answer.status !== 201) throw new Error(`POST /api/servers answered ${answer.status}: ${answer.text}`)
    const { id } = answer.json as { id: number }
    const crashPolicy = { restart: false, ...more.crashPolicy }
    await this.panel.db
      .updateTable('game_servers')
      .set({ crash_policy: JSON.stringify(crashPolicy), revision: 2 })
      .where('id', '=', id)
      .execute()
    await this.ended((answer.json as { task_id: number }).task_id)
    return id
  }

  async startGame(script = echoGame, more: GameOptions = {}): Promise<number> {
    const id = await this.addGame(script, more)
    const { status, message } = await this.act(id, 'start')
    if (status !== 'success') throw new Error(`the game was not started: ${message}`)
    return id
  }

  async #addTemplate(script: string, { stop, variables }: GameOptions): Promise<number> {
    const slug = `t-${randomUUID()}`
    const definition = {
      slug,
      name: slug,
      game: 'script',
      description: '',
      tags: [],
      process_managers: ['process'],
      ports: {
        game: { protocol: 'tcp', default: 20_000 },
        rcon: { protocol: 'tcp', default: 21_000 },
      },
      variables: variables ?? [],
      command: ['/bin/sh', 'game.sh'],
      environment: { RCON_PASSWORD: '{rcon.password}' },
      install: [{ do: 'write-file', path: 'game.sh', content: script, words: 'writing the game' }],
      ready: { pattern: 'ready', grace_ms: 0 },
      stop: stop ?? { method: { by: 'command', command: 'quit' }, grace_ms: 5_000 },
    }
    const row = {
      slug,
      name: slug,
      game: 'script',
      definition: JSON.stringify(definition),
      source: 'imported' as const,
    }
    await this.panel.db
      .insertInto('templates')
      .values({ ...row, created_at: 1, updated_at: 1 })
      .execute()
    const found = await this.panel.db
      .selectFrom('templates')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    return found.id
  }

  /** Asks for an action and waits for its task to end. */
  async act(id: number, action: string): Promise<Task> {
    return this.ended(await this.order(id, action))
  }

  async order(id: number, action: string, sessionToken = this.sessionToken): Promise<number> {
    const answer = await this.ask('POST', `/api/servers/${id}/${action}`, undefined, sessionToken)
    if (answer.status !== 202) throw new Error(`${action} answered ${answer.status}: ${answer.text}`)
    return (answer.json as { task_id: number }).task_id
  }

  async task(taskId: number): Promise<Task> {
    return (await this.ask('GET', `/api/tasks/${taskId}`)).json as Task
  }

  async ended(taskId: number): Promise<Task> {
    await waitFor(`task ${taskId} ends`, async () => hasEnded((await this.task(taskId)).status))
    return this.task(taskId)
  }

  async state(id: number): Promise<string> {
    return ((await this.ask('GET', `/api/servers/${id}`)).json as { state: string }).state
  }

  /** Somebody who may do this on this game server. */
  async person(gameServerId: number, permissions: GameServerPermission[] = [...gameServerPermissionNames]) {
    const person = await addPerson(this.panel, `p-${randomUUID().slice(0, 8)}`)
    await allow(this.panel, person.id, permissions, gameServerId)
    return person
  }

  async shortLivedToken(sessionToken = this.sessionToken): Promise<string> {
    const answer = await this.ask('POST', '/api/auth/short-lived-token', undefined, sessionToken)
    return (answer.json as { token: string }).token
  }

  /** Opens a channel with a fresh short-lived token; waits until it is open. */
  async open(path: string, sessionToken = this.sessionToken): Promise<LiveSocket> {
    const opened = openSocket(this.panel.url, path, await this.shortLivedToken(sessionToken))
    this.#sockets.push(opened)
    await opened.opened
    return opened
  }

  /** The HTTP status that a channel is refused with, or 101. */
  async statusOf(path: string, token: string | null): Promise<number> {
    const opened = openSocket(this.panel.url, path, token)
    this.#sockets.push(opened)
    return opened.opened.then(
      () => 101,
      (error: Error) => Number(/Unexpected server response: (\d+)/.exec(error.message)?.[1] ?? 0),
    )
  }
}

interface GameOptions {
  body?: Record<string, unknown> & { node_id?: number }
  stop?: object
  variables?: object[]
  crashPolicy?: Partial<CrashPolicy>
}
