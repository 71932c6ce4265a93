// Panel and daemon as they are shipped, and what a person does with them: games to start, channels to open, people with rights.

import { randomUUID } from 'node:crypto'
import type { CrashPolicy } from '@rookery/contracts/daemon/game-server-definition.ts'
import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import { issueShortLivedToken } from '@rookery/contracts/http/auth.ts'
import { changePermissionsOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { changeSettings } from '@rookery/contracts/http/settings.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { createUser } from '@rookery/contracts/http/users.ts'
import type { TemplateInput } from '@rookery/contracts/template.ts'
import { requestsTo } from '../../panel/test/requests-to.ts'
import { signIn } from '../api.ts'
import { type LiveSocket, openSocket } from './live-socket.ts'
import { Programs, scriptedGame } from './programs.ts'

export const rconPassword = 'correct-horse-battery'
export const personPassword = 'nine brown otters'

/** Says what it is told, and ends when it is told to. */
export const echoGame = `echo ready
while read -r line; do
  case "$line" in
    quit) echo bye; exit 0 ;;
    crash) exit 7 ;;
    *) echo "you said: $line" ;;
  esac
done`

export interface Person {
  id: number
  login: string
  sessionToken: string
}

interface GameOptions {
  body?: Record<string, unknown>
  template?: Partial<TemplateInput>
  crashPolicy?: Partial<CrashPolicy>
}

export class LiveWorld extends Programs {
  readonly #sockets: LiveSocket[] = []

  get sessionToken(): string {
    return this.api.sessionToken
  }

  get request() {
    return requestsTo(this.url)
  }

  /** The daemon lives on and finds the new one. */
  async restartPanel(): Promise<void> {
    await this.panel.end()
    await this.startPanel()
    await this.nodeIsOnline()
  }

  override async stop(): Promise<void> {
    for (const { socket } of this.#sockets) socket.terminate()
    await super.stop()
  }

  async ask(method: string, path: string, body?: unknown, sessionToken = this.sessionToken) {
    return this.request(method, path, { sessionToken, ...(body === undefined ? {} : { body }) })
  }

  /** A game server whose game is this script; gives its id when it is installed. */
  override async addGame(script: string, { body, template, crashPolicy }: GameOptions = {}): Promise<number> {
    const environment = { RCON_PASSWORD: '{rcon.password}' }
    const template_id = await this.addTemplate(scriptedGame(script, { environment, ...template }))
    const answer = await this.ask('POST', '/api/servers', {
      name: this.gameName,
      node_id: this.nodeId,
      template_id,
      rcon_password: rconPassword,
      ...body,
    })
    if (answer.status !== 201) throw new Error(`POST /api/servers answered ${answer.status}: ${answer.text}`)
    const { id, task_id } = answer.json as { id: number; task_id: number }
    this.keepInMind(id)
    const policy = { restart: false, attempts: 1, window_ms: 60_000, delay_ms: 0, ...crashPolicy }
    await this.api.call(changeSettings, { params: { server: String(id) }, body: { crash_policy: policy } })
    await this.ended(task_id)
    return id
  }

  async startGame(script = echoGame, options: GameOptions = {}): Promise<number> {
    const id = await this.addGame(script, options)
    const { status, message } = await this.act(id, 'start')
    if (status !== 'success') throw new Error(`the game was not started: ${message}`)
    return id
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

  async state(id: number): Promise<string> {
    return ((await this.ask('GET', `/api/servers/${id}`)).json as { state: string }).state
  }

  /** Somebody who may do this on this game server. */
  async person(
    gameServerId: number,
    permissions: readonly GameServerPermission[] = gameServerPermissionNames,
  ): Promise<Person> {
    const login = `p-${randomUUID().slice(0, 8)}`
    const { id } = await this.api.call(createUser, { body: { login, password: personPassword } })
    await this.#setPermissions(id, gameServerId, permissions, true)
    const { sessionToken } = await signIn(this.url, { login, password: personPassword })
    return { id, login, sessionToken }
  }

  async withdrawAll({ id }: Person, gameServerId: number): Promise<void> {
    await this.#setPermissions(id, gameServerId, gameServerPermissionNames, false)
  }

  async #setPermissions(
    userId: number,
    gameServerId: number,
    names: readonly GameServerPermission[],
    value: boolean,
  ): Promise<void> {
    const params = { id: String(userId), server: String(gameServerId) }
    const body = names.map(permission => ({ permission, value }))
    await this.api.call(changePermissionsOnGameServer, { params, body })
  }

  async shortLivedToken(sessionToken = this.sessionToken): Promise<string> {
    const { path } = issueShortLivedToken
    const answer = await this.ask('POST', path, undefined, sessionToken)
    return (answer.json as { token: string }).token
  }

  /** Opens a channel with a fresh short-lived token; waits until it is open. */
  async open(path: string, sessionToken = this.sessionToken): Promise<LiveSocket> {
    const opened = openSocket(this.url, path, await this.shortLivedToken(sessionToken))
    this.#sockets.push(opened)
    await opened.opened
    return opened
  }

  /** The HTTP status that a channel is refused with, or 101. */
  async statusOf(path: string, token: string | null): Promise<number> {
    const opened = openSocket(this.url, path, token)
    this.#sockets.push(opened)
    return opened.opened.then(
      () => 101,
      (error: Error) => Number(/Unexpected server response: (\d+)/.exec(error.message)?.[1] ?? 0),
    )
  }
}
