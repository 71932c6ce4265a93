// node bench/access/main.ts: what a decision, a filtered list and a change of rights cost with 100,000 users,
// 1,000,000 permission entries and 1,000 game servers on SQLite.

import type { Caller } from '../../panel/src/platform/caller.ts'
import { raiseDataVersion } from '../../panel/src/platform/database/data-versions.ts'
import { onGameServer } from '../../panel/src/platform/http/access-rule.ts'
import { countQueries } from '../../panel/test/count-queries.ts'
import { startTestPanel } from '../../panel/test/start-test-panel.ts'
import { addPerson } from '../../panel/test/tokens/people.ts'
import { detail, report } from '../report/report.ts'
import { atMost, ratioAtMost } from '../report/row.ts'
import {
  addGameServers,
  addUsers,
  allowFirst,
  countRows,
  firstUserId,
  giveOwnersAndPlans,
  sizes,
} from '../world/population.ts'
import { measureInTurns, type Turns } from './turns.ts'

interface Decision {
  work: string
  baseline: string
  turns: Turns
  /** Most that 99 of 100 may take. */
  aimMs: number
}

const rounds = { remembered: 100_000, fresh: 5_000, requests: 1_000, changes: 300 }
const rememberedUsers = 1_000
const rule = onGameServer('game-server-start')

const panel = await startTestPanel()
try {
  await addGameServers(panel, 10)
  const person = await addPerson(panel, 'measured')
  await allowFirst(panel, person.id, 10)
  const queries = countQueries(panel.db)
  const withFew = await queriesOfList(person.sessionToken, queries)
  await addGameServers(panel, sizes.gameServers)
  await addUsers(panel)
  await allowFirst(panel, person.id, sizes.visible)
  const withMany = await queriesOfList(person.sessionToken, queries)

  for (const table of ['users', 'user_permissions', 'game_servers']) {
    detail(`${table}: ${(await countRows(panel, table)).toLocaleString('en')}`)
  }
  detail(`queries of GET /api/servers: ${withFew} with 10, ${withMany} with 1,000 servers`)
  show(await remembered())
  show(await fresh())
  show(await list(person.sessionToken))
  show(await change())
  // Last, because everybody has a plan and every server an owner then.
  await ownedList(person.sessionToken)
} finally {
  await panel.stop()
}

/** With no rights remembered. The least of five: housekeeping may ask in between. */
async function queriesOfList(sessionToken: string, queries: () => number): Promise<number> {
  const counts: number[] = []
  for (let round = 0; round < 5; round++) {
    panel.app.changes.publish({ kind: 'rights-changed', userId: 'everybody' })
    queries()
    await ask('GET', '/api/servers', sessionToken)
    counts.push(queries())
  }
  return Math.min(...counts)
}

async function remembered(): Promise<Decision> {
  for (let n = 0; n < rememberedUsers; n++) await check(firstUserId + n, 1)
  const turns = await measureInTurns(
    rounds.remembered,
    n => check(firstUserId + (n % rememberedUsers), 1 + (n % sizes.gameServers)),
    () => Promise.resolve(),
  )
  return { work: 'one check, remembered', baseline: 'nothing', turns, aimMs: 0.1 }
}

async function fresh(): Promise<Decision> {
  const userOf = (n: number) => firstUserId + ((n * 7_919) % sizes.users)
  const oneRow = (n: number) =>
    panel.db.selectFrom('users').select('id').where('id', '=', userOf(n)).executeTakeFirst()
  const turns = await measureInTurns(
    rounds.fresh,
    n => {
      panel.app.changes.publish({ kind: 'rights-changed', userId: userOf(n) })
      return check(userOf(n), 1 + (n % sizes.gameServers))
    },
    oneRow,
  )
  return { work: 'one check, from the database', baseline: 'one row by its id', turns, aimMs: 2 }
}

async function list(sessionToken: string): Promise<Decision> {
  const turns = await measureInTurns(
    rounds.requests,
    async () => {
      const { json } = await ask('GET', '/api/servers', sessionToken)
      if (json.length !== sizes.visible) throw new Error(`the list has ${json.length} game servers`)
    },
    () => ask('GET', '/api/health', sessionToken),
  )
  return { work: 'GET /api/servers, 50 of 1,000', baseline: 'GET /api/health', turns, aimMs: 20 }
}

/** Of somebody with a plan who owns as many, all others having owners too: beside the list of whom entries let in. */
async function ownedList(sessionToken: string): Promise<void> {
  const owner = await addPerson(panel, 'owner')
  await giveOwnersAndPlans(panel, owner.id, sizes.visible)
  panel.app.changes.publish({ kind: 'rights-changed', userId: 'everybody' })
  const listOf = async (token: string) => {
    const { json } = await ask('GET', '/api/servers', token)
    if (json.length !== sizes.visible) throw new Error(`the list has ${json.length} game servers`)
  }
  const { own, baseline } = await measureInTurns(
    rounds.requests,
    () => listOf(owner.sessionToken),
    () => listOf(sessionToken),
  )
  report({
    work: `GET /api/servers, ${sizes.visible} owned within a plan (baseline: ${sizes.visible} by entries), half within`,
    ...{ figure: own.p50Ms, unit: 'ms', baseline: baseline.p50Ms },
    aim: ratioAtMost(1.1),
  })
}

async function change(): Promise<Decision> {
  const administrator = await panel.signIn()
  const turns = await measureInTurns(
    rounds.changes,
    n => {
      const body = [{ permission: 'game-server-stop', value: true }]
      return ask('PUT', `/api/users/${firstUserId + n}/servers/1/permissions`, administrator, body)
    },
    () => panel.db.transaction().execute(transaction => raiseDataVersion(transaction, 'measured')),
  )
  return { work: 'PUT permissions of one user', baseline: 'writing one row', turns, aimMs: 20 }
}

async function ask(method: string, path: string, sessionToken: string, body?: unknown) {
  const answer = await panel.request(method, path, { sessionToken, ...(body ? { body } : {}) })
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer
}

/** Lets in or refuses: both are decisions. */
async function check(userId: number, gameServerId: number): Promise<void> {
  const caller: Caller = {
    kind: 'login-session',
    userId,
    login: 'somebody',
    jti: 'none',
    issuedAtMs: 0,
    expiresAtMs: Number.MAX_SAFE_INTEGER,
    restricted: false,
  }
  await panel.app.authorize(rule, caller, { server: String(gameServerId) }).catch(() => {})
}

function show({ work, baseline, turns, aimMs }: Decision): void {
  const { own, baseline: bare } = turns
  detail(`${work}: half within ${own.p50Ms.toFixed(3)} ms; ${baseline}: ${bare.p50Ms.toFixed(3)} ms`)
  const figures = { figure: own.p99Ms, unit: 'ms', baseline: bare.p99Ms } as const
  report({ work: `${work}, 99 of 100 within (baseline: ${baseline})`, ...figures, aim: atMost(aimMs) })
}
