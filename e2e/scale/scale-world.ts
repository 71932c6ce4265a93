// Two instances of the panel on one database and one Redis, nginx as documented before them, and daemons behind it.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createGameServer } from '@rookery/contracts/http/game-servers.ts'
import { createNode, issueEnrollment, readNode } from '@rookery/contracts/http/nodes.ts'
import { readTask } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { openRedisCache } from '../../panel/src/platform/cache/redis-cache.ts'
import { type Database, openDatabase } from '../../panel/src/platform/database/database.ts'
import { insertReturningId } from '../../panel/src/platform/database/portable.ts'
import { createLog } from '../../panel/src/platform/log.ts'
import { missingMariadb, startMariadb } from '../../test-services/mariadb.ts'
import { missingNginx, startNginx } from '../../test-services/nginx.ts'
import { openPausableProxy, type PausableProxy } from '../../test-services/pausable-proxy.ts'
import { missingPostgres, startPostgres } from '../../test-services/postgres.ts'
import { missingRedis, startRedis } from '../../test-services/redis.ts'
import type { RunningComponent, RunningDatabase } from '../../test-services/running-component.ts'
import { sharedMariadb, sharedPostgres } from '../../test-services/shared.ts'
import { type Api, signIn } from '../api.ts'
import { freePort } from '../ports.ts'
import { waitFor } from '../wait-for.ts'
import { DaemonProgram } from './daemon-program.ts'
import { PanelProgram } from './panel-program.ts'

type Driver = 'postgres' | 'mysql'

export const missingForScale = (driver: Driver = 'postgres'): string | null =>
  (driver === 'mysql' ? missingMariadb() : missingPostgres()) ?? missingRedis() ?? missingNginx()

const administrator = { login: 'admin', password: 'several at the same time' }
const documentedProxy = new URL('../../docs/operate/nginx.conf', import.meta.url)

export class ScaleWorld {
  /** Only of a world that has a database server of its own. */
  databaseServer: RunningDatabase | null = null
  redis!: RunningComponent
  /** Between the panels and Redis. */
  redisLine!: PausableProxy
  nginx!: RunningComponent
  panels: [PanelProgram, PanelProgram] = [] as never
  readonly daemons: DaemonProgram[] = []
  /** Through nginx, as everybody comes. */
  api!: Api
  #database!: Database
  readonly #driver: Driver
  readonly #hasOwnDatabaseServer: boolean
  readonly #opened: { stop(): Promise<void> }[] = []

  constructor({ driver = 'postgres' as Driver, hasOwnDatabaseServer = false } = {}) {
    this.#driver = driver
    this.#hasOwnDatabaseServer = hasOwnDatabaseServer
  }

  get url(): string {
    return this.nginx.url
  }

  async start(daemonCount: number): Promise<this> {
    try {
      await this.#start(daemonCount)
      return this
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  async #start(daemonCount: number): Promise<void> {
    this.redis = this.#keep(await startRedis())
    this.redisLine = await openPausableProxy(this.redis.port)
    this.#keep({ stop: () => this.redisLine.close() })
    const url = await this.#createDatabase()
    this.#database = await openDatabase({ driver: this.#driver, url }, createLog('fatal'))
    this.#keep({ stop: () => this.#database.close() })
    const [publicPort, streamPort] = [await freePort(), await freePort()]
    const first = await this.#addPanel(url, publicPort)
    this.panels = [first, await this.#addPanel(url, publicPort)]
    await first.start()
    await this.panels[1].start()
    this.nginx = this.#keep(await startNginx(this.#proxy(publicPort, streamPort, daemonCount), publicPort))
    this.api = await signIn(this.url, administrator)
    for (let index = 0; index < daemonCount; index++)
      await this.#addDaemon(`127.0.0.${index + 2}:${streamPort}`)
  }

  async #createDatabase(): Promise<string> {
    const isMariadb = this.#driver === 'mysql'
    if (!this.#hasOwnDatabaseServer)
      return (await (isMariadb ? sharedMariadb() : sharedPostgres())).createMigratedDatabase()
    this.databaseServer = this.#keep(await (isMariadb ? startMariadb() : startPostgres()))
    return this.databaseServer.createDatabase()
  }

  async #addPanel(databaseUrl: string, publicPort: number): Promise<PanelProgram> {
    const { host, password } = new URL(this.redisLine.through(this.redis.url))
    const panel = new PanelProgram({
      httpPort: await freePort(),
      grpcPort: await freePort(),
      variables: {
        DATABASE_DRIVER: this.#driver,
        DATABASE_URL: databaseUrl,
        CACHE_DRIVER: 'redis',
        CACHE_REDIS_ADDR: host,
        CACHE_REDIS_PASSWORD: password,
        ADMIN_PASSWORD: administrator.password,
        HTTP_HOST: `127.0.0.1:${publicPort}`,
        AUDIT_CLIENT_IP_HEADER: 'X-Real-IP',
      },
    })
    this.#keep({ stop: () => panel.remove() })
    return panel
  }

  /** The documented file with this machine's ports, without TLS, and with its own folder for everything it writes. */
  #proxy(publicPort: number, streamPort: number, daemonCount: number): string {
    const replace = (text: string, [from, to]: [RegExp, string]): string => {
      if (!from.test(text)) throw new Error(`docs/operate/nginx.conf has no ${from.source}`)
      return text.replaceAll(from, to)
    }
    const listens = Array.from(
      { length: daemonCount },
      (_, index) => `listen 127.0.0.${index + 2}:${streamPort}$1;`,
    )
    const ownFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      name => `${name}_temp_path ${name};`,
    )
    const changes: [RegExp, string][] = [
      [/worker_processes auto/g, 'worker_processes 2'],
      [/^http \{/gm, `http {\n${ownFolders.join('\n')}`],
      [/\/var\/log\/nginx\//g, ''],
      [/listen 443 ssl/g, `listen 127.0.0.1:${publicPort}`],
      [/ssl_certificate.*$/gm, ''],
      [/listen 31718(.*);/g, listens.join('\n')],
      ...this.panels.flatMap((panel, index): [RegExp, string][] => [
        [new RegExp(`panel-${index + 1}\\.internal:8025`, 'g'), `127.0.0.1:${panel.httpPort}`],
        [new RegExp(`panel-${index + 1}\\.internal:31718`, 'g'), `127.0.0.1:${panel.grpcPort}`],
      ]),
    ]
    return changes.reduce(replace, readFileSync(documentedProxy, 'utf8'))
  }

  async #addDaemon(dials: string): Promise<void> {
    const { id } = await this.api.call(createNode, { body: { name: `node ${dials}` } })
    const { key } = await this.api.call(issueEnrollment, { params: { id: String(id) } })
    const daemon = new DaemonProgram(id)
    this.#keep({ stop: () => daemon.remove() })
    await daemon.enroll(this.panels[0].url, key, dials)
    daemon.start()
    this.daemons.push(daemon)
    await this.nodeIsOnline(id)
  }

  async nodeIsOnline(id: number): Promise<void> {
    const read = () => this.api.call(readNode, { params: { id: String(id) } })
    await waitFor(`node ${id} is online`, async () => (await read()).online)
  }

  /** The instance that the node is connected to, and the other one; as the lease says. */
  async whereIs(nodeId: number): Promise<{ owner: PanelProgram; other: PanelProgram }> {
    const { host: address, password } = new URL(this.redis.url)
    const quiet = { info: () => {}, warn: () => {} }
    const cache = await openRedisCache({ address, password, database: 0 }, quiet)
    try {
      const lease = await cache.namespace('instances').get(`node-${nodeId}`)
      const holder = lease === null ? '' : (JSON.parse(lease) as { instanceId: string }).instanceId
      const [first, second] = this.panels
      if (holder !== first.instanceId && holder !== second.instanceId)
        throw new Error('no instance has the node')
      return holder === first.instanceId ? { owner: first, other: second } : { owner: second, other: first }
    } finally {
      await cache.close()
    }
  }

  signInAt(panel: PanelProgram): Promise<Api> {
    return signIn(panel.url, administrator)
  }

  /** A game server whose game is this script, installed. */
  async addGame(nodeId: number, script: string): Promise<number> {
    const body = { name: 'game', node_id: nodeId, template_id: await this.#addTemplate(script) }
    const { id, task_id } = await this.api.call(createGameServer, { body })
    await this.ended(task_id ?? 0)
    return id
  }

  async #addTemplate(script: string): Promise<number> {
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
    const row = { slug, name: slug, game: 'script', definition: JSON.stringify(definition) }
    return insertReturningId(this.#database.db, 'templates', {
      ...row,
      source: 'imported',
      created_at: 1,
      updated_at: 1,
    })
  }

  async ended(taskId: number, api = this.api) {
    const read = () => api.call(readTask, { params: { id: String(taskId) } })
    await waitFor(`task ${taskId} ends`, async () => {
      const task = await read().catch(() => null)
      return task !== null && hasEnded(task.status)
    })
    return read()
  }

  #keep<T extends { stop(): Promise<void> }>(one: T): T {
    this.#opened.unshift(one)
    return one
  }

  async stop(): Promise<void> {
    for (const one of this.#opened.splice(0)) await one.stop()
  }
}
