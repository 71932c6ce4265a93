// Answers the browser in place of a panel, so that screens can be looked at before anything else runs.

import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { logIn, verifySecondFactor } from '@rookery/contracts/http/auth.ts'
import { gameServerDetail as detailShape, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { type Profile, profile as profileShape } from '@rookery/contracts/http/profile.ts'
import type { PublicConfig } from '@rookery/contracts/http/public-config.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { listPersonalAccessTokens } from '@rookery/contracts/http/tokens.ts'
import { confirmSecondFactor, setUpSecondFactor } from '@rookery/contracts/http/two-factor.ts'
import { tokenAbilities } from '@rookery/contracts/token-abilities.ts'
import type { Page, Request, Route } from 'playwright-core'
import { activityAnswer, checkActivity, largeFleet, newServerAnswer } from './activity-fixtures.ts'
import { crowdOf, playEvents } from './crowd.ts'
import { checkPeople, peopleAnswer } from './fake-people.ts'
import { checkFiles, filesAnswer } from './file-answers.ts'
import * as fixtures from './fixtures.ts'
import { checkGames, gamesAnswer } from './game-fixtures.ts'
import { gameServerSamples, nodeSamples, untilNow } from './metric-fixtures.ts'
import { checkPlayers, playersAnswer } from './player-fixtures.ts'
import { checkPlugins, pluginsAnswer } from './plugin-fixtures.ts'
import { checkSchedules, schedulesAnswer } from './schedule-fixtures.ts'
import { checkSftp, sftpAnswer } from './sftp-fixtures.ts'

export interface Scene {
  isFirstRun?: boolean
  isPlainUser?: boolean
  isReadOnly?: boolean
  isOffline?: boolean
  login?: { status: number; body: unknown; headers?: Record<string, string> }
  /** What becomes of a typed code; right if left out. */
  code?: { status: number; body: unknown; headers?: Record<string, string> }
  captcha?: PublicConfig['captcha']
  profile?: Partial<Profile>
  hasNoAccessTokens?: boolean
  /** No keys, no password, and the node has it switched off. */
  hasNoSftp?: boolean
  /** The game runs with older settings than those that are saved. */
  needsRestart?: boolean
  /** Sealed secrets cannot be read. */
  hasLostKey?: boolean
  /** Nobody but the administrator. */
  isAlone?: boolean
  /** So many game servers, all of them busy. */
  crowd?: number
  /** The connection to the metrics is open, and nothing has come yet. */
  hasNoMetricsYet?: boolean
  /** Plugins with their pages; `none`: the panel could have some. */
  plugins?: 'some' | 'none'
  /** How many game servers there are, all made up. */
  fleet?: number
  /** The first one was installed just now. */
  isNewServer?: boolean
}

export interface Answer {
  status?: number
  body?: unknown
  /** Instead of JSON. */
  bytes?: Buffer
  headers?: Record<string, string>
}

/** The fixtures must satisfy the contracts, or what is looked at is not the product. */
export function checkFixtures(): void {
  checkActivity()
  listGameServers.answer.parse(fixtures.gameServers)
  listNodes.answer.parse(fixtures.nodes)
  listTasks.answer.parse(fixtures.tasks)
  listTemplates.answer.parse(fixtures.templates)
  profileShape.parse({ ...fixtures.profile, mfa_nudge: fixtures.mfaNudge })
  listPersonalAccessTokens.answer.parse(fixtures.accessTokens)
  setUpSecondFactor.answer.parse(fixtures.secondFactorSetup)
  confirmSecondFactor.answer.parse({ recovery_codes: fixtures.recoveryCodes })
  logIn.answer.parse(loginAnswers.challenge.body)
  verifySecondFactor.answer.parse(loginAnswers.restricted.body)
  detailShape.parse(fixtures.gameServerDetail(1))
  checkPeople()
  checkGames()
  checkPlayers()
  checkPlugins()
  checkSchedules()
  checkFiles()
  checkSftp()
}

export const refused = (
  status: number,
  code: string,
  message: string,
  errors?: Record<string, string[]>,
) => ({
  status,
  body: { status: 'error', code, message, http_code: status, request_id: 'look-1', errors },
})

const person = { id: 1, login: 'admin', name: 'Mara', email: 'mara@example.org' }
export const loginAnswers = {
  challenge: {
    status: 200,
    body: { two_factor_required: true, challenge_token: 'g2fa_look', expires_in: 300 },
  },
  restricted: {
    status: 200,
    body: { token: 'v4.local.look', expires_in: 900, user: person, mfa_enrollment_required: true },
  },
}

const whole = (rows: unknown[], total = rows.length): Answer => ({
  body: rows,
  headers: { 'x-total-count': String(total) },
})

function pageOf(rows: unknown[], query: URLSearchParams): Answer {
  const perPage = Number(query.get('per_page') ?? 100)
  const first = (Number(query.get('page') ?? 1) - 1) * perPage
  return whole(rows.slice(first, first + perPage), rows.length)
}

function tasksAnswer(query: URLSearchParams): Answer {
  const rows = fixtures.tasks.filter(
    task =>
      (!query.get('status') || task.status === query.get('status')) &&
      (!query.get('server') || String(task.server_id) === query.get('server')),
  )
  return whole(rows.slice(0, Number(query.get('per_page') ?? 100)), rows.length)
}

/** Everything about the person who is signed in. */
function ownAnswer(scene: Scene, at: string): Answer | null {
  const closed = { node: [], template: [], plugin: [], task: [] }
  const ofUser = scene.isPlainUser ? { is_admin: false, sections: closed } : {}
  const profile = { ...fixtures.profile, ...ofUser, ...scene.profile }
  const codes = { body: { recovery_codes: fixtures.recoveryCodes } }
  const offered = Object.keys(tokenAbilities).filter(name => !scene.isPlainUser || !name.startsWith('admin:'))
  const answers: Record<string, Answer> = {
    'GET /api/profile': { body: profile },
    'PUT /api/profile': refused(422, 'invalid_input', 'some fields are not valid', {
      current_password: ['is wrong'],
      email: ['is not an e-mail address'],
    }),
    'POST /api/profile/2fa/setup': { body: fixtures.secondFactorSetup },
    'POST /api/profile/2fa/confirm': scene.code ?? codes,
    'POST /api/profile/2fa/recovery-codes': codes,
    'POST /api/profile/2fa/snooze': { body: { mfa_nudge: { ...fixtures.mfaNudge, show_now: false } } },
    'DELETE /api/profile/2fa': refused(422, 'invalid_input', 'some fields are not valid', {
      code: ['is wrong or already used'],
    }),
    'GET /api/tokens': whole(scene.hasNoAccessTokens ? [] : fixtures.accessTokens),
    'GET /api/tokens/abilities': { body: offered },
    'POST /api/tokens': { status: 201, body: { token: `13|${'q7Lx2mRv9s'.repeat(4)}` } },
  }
  return answers[at] ?? null
}

export function answer(scene: Scene, method: string, url: URL, sent: unknown): Answer {
  const at = `${method} ${url.pathname}`
  const id = Number(url.pathname.match(/\/(\d+)/)?.[1])
  if (at === 'POST /api/auth/login' && scene.login) return scene.login
  if (at === 'POST /api/auth/2fa/verify' && scene.code) return scene.code
  if (at === 'POST /api/auth/short-lived-token') return { body: { token: 'glst_look', expires_in: 10 } }
  if (at === 'GET /api/config/public')
    return {
      body: {
        name: 'Rookery',
        version: '0.1.0',
        default_language: 'en',
        languages: ['en', 'de', 'es', 'fr', 'ru', 'zh'],
        captcha: scene.captcha ?? null,
        plugins_enabled: scene.plugins !== undefined,
      },
    }
  if (at === 'GET /api/servers' && scene.crowd) return pageOf(crowdOf(scene.crowd), url.searchParams)
  const ofActivity = activityAnswer(scene, at, id, url.searchParams)
  if (ofActivity) return ofActivity
  const ofFiles = filesAnswer(method, url)
  if (ofFiles) return ofFiles
  const own = ownAnswer(scene, at)
  if (own) return own
  const ofSftp = sftpAnswer(scene, at)
  if (ofSftp) return ofSftp
  const ofPlayers = playersAnswer(at, id)
  if (ofPlayers) return ofPlayers
  const ofPlugins = pluginsAnswer(scene, at)
  if (ofPlugins) return ofPlugins
  const ofSchedules = schedulesAnswer(at, url.searchParams)
  if (ofSchedules) return ofSchedules
  const ofGames = gamesAnswer(scene, at, id)
  if (ofGames) return ofGames
  const about = peopleAnswer(scene, method, url, sent)
  if (about) return about
  if (scene.isNewServer) {
    const ofNew = newServerAnswer(at)
    if (ofNew) return ofNew
  }
  if (at === 'GET /api/servers' && scene.fleet !== undefined) return whole(largeFleet(scene.fleet))
  if (at === 'GET /api/servers') return whole(scene.isFirstRun ? [] : fixtures.gameServers)
  if (at === 'GET /api/nodes' && scene.isPlainUser) return refused(403, 'forbidden', 'you may not do this')
  if (at === 'GET /api/nodes') return whole(scene.isFirstRun ? fixtures.nodes.slice(0, 1) : fixtures.nodes)
  if (/^GET \/api\/nodes\/\d+$/.test(at)) return { body: fixtures.nodes.find(node => node.id === id) }
  if (/^GET \/api\/nodes\/\d+\/unknown-servers$/.test(at)) return { body: fixtures.unknownServers }
  if (/^GET \/api\/nodes\/\d+\/(ports|logs)$/.test(at)) return { body: [] }
  if (at === 'GET /api/templates') return whole(fixtures.templates)
  if (at === 'GET /api/tasks') return scene.isFirstRun ? whole([]) : tasksAnswer(url.searchParams)
  if (/^GET \/api\/tasks\/\d+$/.test(at)) return { body: fixtures.tasks.find(task => task.id === id) }
  if (/^GET \/api\/servers\/\d+\/abilities$/.test(at)) {
    const names = gameServerPermissionNames.map(name => [
      name,
      !(scene.isReadOnly && /send|start|stop|restart|update/.test(name)),
    ])
    return { body: Object.fromEntries(names) }
  }
  if (/^GET \/api\/servers\/\d+$/.test(at)) {
    const detail = fixtures.gameServerDetail(id)
    if (detail && scene.hasLostKey)
      return { body: { ...detail, rcon_port: 25575, rcon_password_unreadable: true } }
    return detail ? { body: detail } : refused(404, 'not_found', 'there is nothing at this address')
  }
  if (at === 'POST /api/servers')
    return { status: 201, body: { ...fixtures.gameServerDetail(13), task_id: 412 } }
  if (/^POST \/api\/servers\/\d+\/stop$/.test(at))
    return refused(409, 'conflict', 'the server is already stopping')
  if (/^POST \/api\/servers\/\d+\//.test(at)) return { status: 202, body: { task_id: 412 } }
  if (at === 'POST /api/nodes') return { status: 201, body: fixtures.nodes[3] }
  if (/^POST \/api\/nodes\/\d+\/enrollment$/.test(at)) {
    const command = `echo 'ROOKERY_KEY=rk1_${'k7Qp'.repeat(27)}' | rookery node enroll https://panel.example.org`
    return { status: 201, body: { key: 'k', command, expires_in: 1800 } }
  }
  if (at === 'POST /api/auth/logout') return { status: 204 }
  return refused(404, 'not_found', `nothing at ${at}`)
}

/** What was sent as JSON; nothing of all else. */
function sentJson(request: Request): unknown {
  return request.headers()['content-type'] === 'application/json' ? request.postDataJSON() : null
}

async function fulfil(scene: Scene, route: Route): Promise<void> {
  const request = route.request()
  const url = new URL(request.url())
  const { status = 200, body, bytes, headers } = answer(scene, request.method(), url, sentJson(request))
  await route.fulfill({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: bytes ?? (body === undefined ? '' : JSON.stringify(body)),
  })
}

const now = () => Math.floor(Date.now() / 1000)

export async function playPanel(page: Page, scene: Scene): Promise<void> {
  await page.route(/\/api\/(?!ws\/)/, route => fulfil(scene, route))
  await page.routeWebSocket(/\/api\/ws\//, socket => {
    const path = new URL(socket.url()).pathname
    const say = (type: string, payload: unknown) => socket.send(JSON.stringify({ type, payload, ts: now() }))
    if (scene.isOffline) return void socket.close({ code: 1001 })
    const id = Number(path.match(/\/(\d+)/)?.[1])
    if (path.endsWith('/console')) playConsole(id, say, socket.onMessage.bind(socket))
    else if (path.includes('/tasks/')) playTask(id, say)
    else if (path.endsWith('/events')) socket.onClose(playEvents(scene, say))
    else if (path.endsWith('/metrics')) playMetrics(scene, path.includes('/nodes/') ? 'node' : id, say)
  })
}

export type Say = (type: string, payload: unknown) => void

function playConsole(
  id: number,
  say: Say,
  onMessage: (listen: (text: string | Buffer) => void) => void,
): void {
  const found = fixtures.gameServers.find(each => each.id === id)
  let seq = Buffer.byteLength(fixtures.consoleOutput)
  say('console.history', { output: fixtures.consoleOutput, seq, stream_id: 's1', gap: false })
  say('console.status', { state: found?.state, reason: null, node_online: found?.node_online })
  onMessage(text => {
    const { type, payload } = JSON.parse(String(text)) as { type: string; payload: { command: string } }
    if (type !== 'console.command') return
    const chunk = `> ${payload.command}\r\n${payload.command === 'flood' ? 'line of output\r\n'.repeat(300) : ''}`
    seq += Buffer.byteLength(chunk)
    say('console.output', { chunk, seq, stream_id: 's1', gap: false })
  })
}

/** What the node remembers; nothing of a game server that does not run, and a word of one whose node is away. */
function playMetrics(scene: Scene, thing: 'node' | number, say: Say): void {
  const found = fixtures.gameServers.find(({ id }) => id === thing)
  const isResting = found && found.state !== 'running'
  if (scene.hasNoMetricsYet) return
  if (found && !found.node_online) {
    say('metrics.error', { code: 'unavailable', message: 'the node is away' })
  } else {
    const samples = untilNow(thing === 'node' ? nodeSamples : gameServerSamples, now())
    if (!isResting) say('metrics.replay', { samples })
    say('metrics.replay.done', {})
  }
}

function playTask(id: number, say: Say): void {
  const found = fixtures.tasks.find(task => task.id === id)
  if (!found) return
  say('task.status', {
    task_id: id,
    status: found.status,
    message: found.message ?? undefined,
    progress: found.progress ?? undefined,
  })
  const output = found.kind === 'install' ? fixtures.installOutput : ''
  if (output) say('task.output', { task_id: id, seq: Buffer.byteLength(output), chunk: output })
  if (found.ended_at)
    say('task.complete', { task_id: id, status: found.status, exit_code: found.exit_code ?? undefined })
}
