// Panel and daemon as the programs that are shipped, to be killed at any moment, with games that are small scripts.

import { randomUUID } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createGameServer, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { createNode, issueEnrollment, listNodes, readNode } from '@rookery/contracts/http/nodes.ts'
import { readTask, type Task } from '@rookery/contracts/http/tasks.ts'
import { createTemplate } from '@rookery/contracts/http/templates.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import type { TemplateInput } from '@rookery/contracts/template.ts'
import { endGamesAndKeepers } from '../../daemon/src/platform/process-managers/process/test/end-keepers.ts'
import {
  isAnswering,
  jsonLinesOf,
  Program,
  quickHashing,
  runProgram,
} from '../../test-services/start-program.ts'
import { type Api, signIn } from '../api.ts'
import { freePort } from '../ports.ts'
import { processesOf } from '../rookery.ts'
import { deleteGameServers, joinSharedProduct } from '../story.ts'
import { waitFor } from '../wait-for.ts'

export const administrator = { login: 'admin', password: 'killed at any moment' }

export interface ProgramOptions {
  /** For the panel, beside what it needs. */
  variables?: Record<string, string>
  /** As in daemon.yaml; games run as plain processes when left out. */
  processManager?: { name: string; docker_socket?: string | false; podman_socket?: string | false }
  /** As in daemon.yaml; what the daemon does by itself when left out. */
  metrics?: { enabled?: boolean; collection_interval?: string; retention_duration?: string }
  /** As in daemon.yaml. */
  backups?: { restic_path: string } | undefined
  /** Lets the test move the clocks of the panel. */
  opensInside?: boolean
  /**
   * Nothing is started: its games run in the product that stories share, for tests that leave panel and node as they
   * are. There is no `panel` and no `daemon` to end then.
   */
  inSharedProduct?: boolean
}

export class Programs {
  readonly folder = mkdtempSync(join(tmpdir(), 'rookery-killed-'))
  nodeFolder = join(this.folder, 'node')
  dataDir = join(this.folder, 'panel')
  url = ''
  #ports = { http: 0, grpc: 0 }
  panel!: Program
  daemon!: Program
  api!: Api
  nodeId = 0
  /** Of the administrator who asks for everything here. */
  login = administrator.login
  /** Of every game server here. */
  gameName = 'game'
  /** Of the panel, from its next start on. */
  variables: Record<string, string>
  readonly #options: ProgramOptions
  #earlierLog: string[] = []
  readonly #gameServers: number[] = []

  constructor(options: ProgramOptions = {}) {
    this.#options = options
    this.variables = options.variables ?? {}
  }

  get isShared(): boolean {
    return this.#options.inSharedProduct ?? false
  }

  /** Of the panel, over all of its starts. */
  get logLines(): string[] {
    if (this.isShared) return jsonLinesOf(readFileSync(join(this.dataDir, 'logs/panel.log'), 'utf8'))
    return [...this.#earlierLog, ...this.panel.logLines]
  }

  /** Of panel and daemon; of the shared product that of the daemon, for a panel touches no file of a game. */
  get pids(): number[] {
    if (!this.isShared) return [this.panel.pid, this.daemon.pid]
    const found = processesOf(this.dataDir, 'daemon.mjs')
    if (found.length === 0) throw new Error('the daemon of the shared product does not run')
    return found
  }

  async start(): Promise<this> {
    if (this.isShared) {
      await this.#join()
      return this
    }
    await this.startPanelAlone()
    this.nodeId = (await this.api.call(createNode, { body: { name: 'node' } })).id
    const { key } = await this.api.call(issueEnrollment, { params: { id: String(this.nodeId) } })
    const enroll = ['enroll', this.url, '--key', key, '--data', this.nodeFolder]
    const { status, errors } = await runProgram('daemon', enroll)
    if (status !== 0) throw new Error(`the node could not join: ${errors}`)
    const { processManager, metrics, backups } = this.#options
    const more = {
      ...(processManager && { process_manager: processManager }),
      ...(metrics && { metrics }),
      ...(backups && { backups }),
    }
    // JSON is YAML too.
    for (const [name, value] of Object.entries(more))
      appendFileSync(join(this.nodeFolder, 'daemon.yaml'), `\n${name}: ${JSON.stringify(value)}\n`)
    await this.startDaemon()
    return this
  }

  /** A panel without a node, for a test that is one itself. */
  async startPanelAlone(): Promise<this> {
    chmodSync(this.folder, 0o755)
    // Game users must be able to enter it, or the games would be put elsewhere on this machine.
    mkdirSync(this.nodeFolder)
    chmodSync(this.nodeFolder, 0o711)
    this.#ports = { http: await freePort(), grpc: await freePort() }
    this.url = `http://localhost:${this.#ports.http}`
    await this.startPanel()
    this.api = await signIn(this.url, administrator)
    return this
  }

  async #join(): Promise<void> {
    const { url, dataDir, person, api } = await joinSharedProduct('game')
    const node = (await api.call(listNodes, {})).find(({ name }) => name === 'This machine')
    Object.assign(this, { url, dataDir, api, nodeId: node?.id ?? 0, gameName: person.login })
    this.login = person.login
    this.nodeFolder = join(dataDir, 'daemon')
  }

  async startPanel(): Promise<void> {
    if (this.panel) this.#earlierLog = this.logLines
    const panel = new Program('panel', {
      variables: {
        DATA_DIR: this.dataDir,
        HTTP_PORT: String(this.#ports.http),
        GRPC_PORT: String(this.#ports.grpc),
        AUTH_SECRET: '0123456789abcdef0123456789abcdef',
        ADMIN_PASSWORD: administrator.password,
        ...quickHashing,
        ...this.variables,
      },
      opensInside: this.#options.opensInside ?? false,
    })
    this.panel = panel
    await waitFor('the panel answers', () => {
      panel.requireRunning()
      return isAnswering(`${this.url}/api/health`)
    })
  }

  async startDaemon(): Promise<void> {
    // The panel may not have noticed yet that the one before it was killed.
    await this.nodeIsAway()
    this.daemon = new Program('daemon', { args: ['--data', this.nodeFolder] })
    await this.nodeIsOnline()
  }

  async nodeIsOnline(): Promise<void> {
    await waitFor('the node is online', () => this.#isOnline())
  }

  async nodeIsAway(): Promise<void> {
    await waitFor('the node is away', async () => !(await this.#isOnline()))
  }

  async #isOnline(): Promise<boolean> {
    return (await this.api.call(readNode, { params: { id: String(this.nodeId) } })).online
  }

  /** Orderly; games keep running. Returns when the panel knows that the node is away. */
  async stopDaemon(): Promise<void> {
    await this.daemon.end()
    await this.nodeIsAway()
  }

  /** A game server whose game is this script, installed. */
  async addGame(script: string): Promise<number> {
    const template_id = await this.addTemplate(scriptedGame(script))
    const body = { name: this.gameName, node_id: this.nodeId, template_id }
    const { id, task_id } = await this.api.call(createGameServer, { body })
    this.keepInMind(id)
    await this.ended(task_id ?? 0)
    return id
  }

  /** A game server that goes when this ends. */
  protected keepInMind(gameServerId: number): void {
    this.#gameServers.push(gameServerId)
  }

  async addTemplate(template: TemplateInput): Promise<number> {
    return (await this.api.call(createTemplate, { body: { text: JSON.stringify(template) } })).id
  }

  /** Where the files of a game server are on the disk. */
  async folderOf(gameServerId: number): Promise<string> {
    const { uuid } = await this.api.call(readGameServer, { params: { server: String(gameServerId) } })
    return join(this.nodeFolder, 'servers', uuid)
  }

  /** For what no request can do. */
  changePanelDatabase(statement: string, ...values: (number | string)[]): void {
    const database = new DatabaseSync(join(this.dataDir, 'panel.sqlite'), { timeout: 10_000 })
    database.prepare(statement).run(...values)
    database.close()
  }

  /** Whether the node has written this text down. Its store is locked by the daemon: the bytes are looked at. */
  nodeHolds(text: string): boolean {
    const files = ['daemon.sqlite', 'daemon.sqlite-wal'].map(name => join(this.nodeFolder, name))
    return files.some(file => existsSync(file) && readFileSync(file).includes(text))
  }

  async ended(taskId: number): Promise<Task> {
    const read = () => this.api.call(readTask, { params: { id: String(taskId) } })
    await waitFor(`task ${taskId} ends`, async () => hasEnded((await read()).status))
    return read()
  }

  async stop(): Promise<void> {
    if (this.isShared) {
      await deleteGameServers(this.api, this.#gameServers)
      rmSync(this.folder, { recursive: true, force: true })
      return
    }
    await Promise.all([this.panel?.kill(), this.daemon?.kill()])
    const yamlFile = join(this.nodeFolder, 'daemon.yaml')
    if (existsSync(yamlFile)) await endGames(this.nodeFolder, readFileSync(yamlFile, 'utf8'))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Ends every game that is left below a daemon's folder, and its keeper. */
export async function endGames(nodeFolder: string, yaml: string): Promise<void> {
  const userIdBase = Number(/game_user_id_base: (\d+)/.exec(yaml)?.[1])
  await endGamesAndKeepers(join(nodeFolder, 'keeper.sock'), userIdBase)
}

/** A template of its own for each game. */
export function scriptedGame(script: string, more: Partial<TemplateInput> = {}): TemplateInput {
  const slug = `t-${randomUUID()}`
  return {
    slug,
    name: slug,
    game: 'script',
    description: '',
    process_managers: ['process'],
    ports: { game: { protocol: 'tcp', default: 20_000 }, rcon: { protocol: 'tcp', default: 21_000 } },
    variables: [],
    command: ['/bin/sh', 'game.sh'],
    environment: {},
    install: [{ do: 'write-file', path: 'game.sh', content: script, words: 'writing the game' }],
    ready: { pattern: 'ready', grace_ms: 0 },
    stop: { method: { by: 'command', command: 'quit' }, grace_ms: 5_000 },
    ...more,
  }
}
