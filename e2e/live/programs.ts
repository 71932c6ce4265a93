// Panel and daemon as the programs that are shipped, to be killed at any moment, with games that are small scripts.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { createGameServer } from '@rookery/contracts/http/game-servers.ts'
import { createNode, issueEnrollment, readNode } from '@rookery/contracts/http/nodes.ts'
import { readTask } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { openProcessManager } from '../../daemon/src/platform/process-managers/process/process.ts'
import { type Api, signIn } from '../api.ts'
import { freePort } from '../ports.ts'
import { waitFor } from '../wait-for.ts'

const administrator = { login: 'admin', password: 'killed at any moment' }
const mainOf = (program: string) => fileURLToPath(new URL(`../../dist/${program}.mjs`, import.meta.url))

interface ProgramOptions {
  /** For the panel, beside what it needs. */
  variables?: Record<string, string>
  /** As in daemon.yaml; games run as plain processes when left out. */
  processManager?: { name: string; docker_socket?: string | false; podman_socket?: string | false }
}

export class Programs {
  readonly folder = mkdtempSync(join(tmpdir(), 'rookery-killed-'))
  readonly nodeFolder = join(this.folder, 'node')
  readonly #dataDir = join(this.folder, 'panel')
  #ports = { http: 0, grpc: 0 }
  panel!: ChildProcess
  daemon!: ChildProcess
  api!: Api
  nodeId = 0
  readonly #options: ProgramOptions

  constructor(options: ProgramOptions = {}) {
    this.#options = options
  }

  get url(): string {
    return `http://localhost:${this.#ports.http}`
  }

  async start(): Promise<this> {
    chmodSync(this.folder, 0o755)
    // Game users must be able to enter it, or the games would be put elsewhere on this machine.
    mkdirSync(this.nodeFolder)
    chmodSync(this.nodeFolder, 0o711)
    this.#ports = { http: await freePort(), grpc: await freePort() }
    await this.startPanel()
    this.api = await signIn(this.url, administrator)
    this.nodeId = (await this.api.call(createNode, { body: { name: 'node' } })).id
    const { key } = await this.api.call(issueEnrollment, { params: { id: String(this.nodeId) } })
    const enrol = [
      '--no-warnings',
      mainOf('daemon'),
      'enroll',
      this.url,
      '--key',
      key,
      '--data',
      this.nodeFolder,
    ]
    execFileSync(process.execPath, enrol, { env: { PATH: process.env.PATH } })
    const { processManager } = this.#options
    if (processManager) {
      // JSON is YAML too.
      appendFileSync(
        join(this.nodeFolder, 'daemon.yaml'),
        `\nprocess_manager: ${JSON.stringify(processManager)}\n`,
      )
    }
    await this.startDaemon()
    return this
  }

  async startPanel(): Promise<void> {
    this.panel = spawn(process.execPath, ['--no-warnings', mainOf('panel')], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        DATA_DIR: this.#dataDir,
        HTTP_PORT: String(this.#ports.http),
        GRPC_PORT: String(this.#ports.grpc),
        AUTH_SECRET: '0123456789abcdef0123456789abcdef',
        AUTH_BCRYPT_COST: '10',
        ADMIN_PASSWORD: administrator.password,
        ...this.#options.variables,
      },
    })
    await waitFor('the panel answers', () => isAnswering(`${this.url}/api/health`))
  }

  async startDaemon(): Promise<void> {
    const args = ['--no-warnings', mainOf('daemon'), '--data', this.nodeFolder]
    this.daemon = spawn(process.execPath, args, { stdio: 'ignore', env: { PATH: process.env.PATH } })
    await this.nodeIsOnline()
  }

  async nodeIsOnline(): Promise<void> {
    const params = { id: String(this.nodeId) }
    await waitFor('the node is online', async () => (await this.api.call(readNode, { params })).online)
  }

  /** A game server whose game is this script, installed. */
  async addGame(script: string): Promise<number> {
    const body = { name: 'game', node_id: this.nodeId, template_id: this.#addTemplate(script) }
    const { id, task_id } = await this.api.call(createGameServer, { body })
    await this.ended(task_id ?? 0)
    return id
  }

  /** Whether the node has written this text down. Its store is locked by the daemon: the bytes are looked at. */
  nodeHolds(text: string): boolean {
    const files = ['daemon.sqlite', 'daemon.sqlite-wal'].map(name => join(this.nodeFolder, name))
    return files.some(file => existsSync(file) && readFileSync(file).includes(text))
  }

  #addTemplate(script: string): number {
    const slug = `t-${randomUUID()}`
    const definition = {
      slug,
      name: slug,
      game: 'script',
      description: '',
      tags: [],
      process_managers: ['process'],
      ports: { game: { protocol: 'tcp', default: 20_000 } },
      variables: [],
      command: ['/bin/sh', 'game.sh'],
      environment: {},
      install: [{ do: 'write-file', path: 'game.sh', content: script, words: 'writing the game' }],
      ready: { pattern: 'ready', grace_ms: 0 },
      stop: { method: { by: 'command', command: 'quit' }, grace_ms: 5_000 },
    }
    const database = new DatabaseSync(join(this.#dataDir, 'panel.sqlite'), { timeout: 10_000 })
    const insert = database.prepare(
      `INSERT INTO templates (slug, name, game, definition, source, created_at, updated_at)
       VALUES (?, ?, 'script', ?, 'imported', 1, 1)`,
    )
    const { lastInsertRowid } = insert.run(slug, slug, JSON.stringify(definition))
    database.close()
    return Number(lastInsertRowid)
  }

  async ended(taskId: number) {
    const read = () => this.api.call(readTask, { params: { id: String(taskId) } })
    await waitFor(`task ${taskId} ends`, async () => hasEnded((await read()).status))
    return read()
  }

  async stop(): Promise<void> {
    await kill(this.panel)
    await kill(this.daemon)
    const yaml = readFileSync(join(this.nodeFolder, 'daemon.yaml'), 'utf8')
    const userIdBase = Number(/game_user_id_base: (\d+)/.exec(yaml)?.[1])
    const cleaner = openProcessManager({ socketFile: join(this.nodeFolder, 'keeper.sock'), userIdBase })
    for (const left of await cleaner.adopt()) {
      await left.endTree()
      await left.exit
      await left.forget()
    }
    await cleaner.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** SIGKILL, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

async function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    answer => answer.ok,
    () => false,
  )
}
