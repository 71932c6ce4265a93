// What is measured: the main routes, each a question that is asked again and again.

import { once } from 'node:events'
import { WebSocket } from 'ws'
import { firstOrdinary, firstOwner } from '../logic/people.ts'
import { tokenText } from '../logic/tokens.ts'
import type { Connection, Question } from './connection.ts'
import { type Installation, signingIn } from './installation.ts'

export interface Work {
  name: string
  /** Asked for the n-th time, counted from 0 for each installation. */
  run(installation: Installation, connection: Connection, n: number): Promise<unknown>
  /** Done before each time, and not measured. */
  prepare?(installation: Installation, connection: Connection, n: number): Promise<unknown>
  /** At most so often on one installation; without it also with many connections at once. */
  most?: number
  /** Most that 99 of 100 may take. */
  aimMs?: number
}

type Asker = (installation: Installation, n: number) => Question

const asking = (name: string, question: Asker, more: Omit<Work, 'name' | 'run'> = {}): Work => ({
  name,
  run: (installation, connection, n) => connection.ask(question(installation, n)),
  ...more,
})

const byAdministrator = (name: string, path: string | ((installation: Installation) => string)): Work =>
  asking(name, installation => ({
    path: typeof path === 'string' ? path : path(installation),
    bearer: installation.administrator,
  }))

const byOwner = (name: string, pathOf: (installation: Installation) => string): Work =>
  asking(name, installation => ({ path: pathOf(installation), bearer: installation.owner }))

/** A list is remembered until something changes, and in a large installation something always does. */
const afterAChange = (work: Work): Work => ({
  ...work,
  name: `${work.name}, after a change`,
  most: 200,
  prepare: (installation, connection, n) =>
    connection.ask({
      method: 'PUT',
      path: '/api/nodes/1',
      bearer: installation.administrator,
      body: { name: `node-${n % 2}.example` },
    }),
})

const ownersToken = ({ sizes }: Installation) => tokenText(firstOwner(sizes))
const somebody = ({ sizes }: Installation) => firstOrdinary(sizes) + 500
const middlePage = (rows: number) => Math.ceil(rows / 100 / 2)

const allGameServers = byAdministrator('game servers, administrator', '/api/servers')
const ownGameServers = byOwner('20 game servers, session', () => '/api/servers')

export const works: Work[] = [
  asking('sign in', ({ sizes }, n) => signingIn(firstOrdinary(sizes) + n), { most: 60 }),
  byOwner('profile', () => '/api/profile'),
  asking(
    'a check of token and rights, nothing remembered (T-125)',
    ({ sizes }, n) => ({ path: '/api/tokens/abilities', bearer: tokenText(firstOrdinary(sizes) + n) }),
    { most: 900, aimMs: 10 },
  ),
  asking('ended session refused', ({ ended }) => ({ path: '/api/profile', bearer: ended, status: 401 }), {
    aimMs: 10,
  }),
  allGameServers,
  afterAChange(allGameServers),
  afterAChange(
    byAdministrator(
      'game servers, middle page',
      it => `/api/servers?page=${middlePage(it.sizes.gameServers)}`,
    ),
  ),
  afterAChange(byAdministrator('game servers, search', '/api/servers?q=arena%20145')),
  ownGameServers,
  afterAChange(ownGameServers),
  asking('20 game servers, token', it => ({ path: '/api/servers', bearer: ownersToken(it) })),
  asking(
    'game servers of another person each time',
    ({ sizes }, n) => ({ path: '/api/servers', bearer: tokenText(firstOrdinary(sizes) + n) }),
    { most: 900, aimMs: 10 },
  ),
  byOwner('one game server', it => `/api/servers/${it.ownedGameServer}`),
  byAdministrator('nodes', '/api/nodes'),
  byAdministrator('users, first page', '/api/users'),
  byAdministrator('users, middle page', ({ sizes }) => `/api/users?page=${middlePage(sizes.people)}`),
  byAdministrator('users, newest first', '/api/users?sort=-created_at'),
  byAdministrator('users, search', '/api/users?q=costa.1234'),
  byAdministrator('users of a role', '/api/users?role=support'),
  byAdministrator('roles', '/api/roles'),
  byAdministrator('permissions of a user', it => `/api/users/${somebody(it)}/permissions`),
  byAdministrator('access of a user', it => `/api/users/${somebody(it)}/access`),
  byAdministrator('activity, administrator', '/api/activity'),
  byOwner('activity, 20 game servers', () => '/api/activity'),
  byOwner('activity of one game server', it => `/api/servers/${it.ownedGameServer}/activity`),
  byAdministrator('tasks, administrator', '/api/tasks'),
  byOwner('tasks, 20 game servers', () => '/api/tasks'),
  byOwner('own tokens', () => '/api/tokens'),
  asking(
    'revoke a token',
    ({ sizes }, n) => {
      const number = sizes.personalAccessTokens - n
      return { method: 'DELETE', path: `/api/tokens/${number}`, bearer: tokenText(number), status: 204 }
    },
    { most: 300 },
  ),
  asking(
    'revoked token refused',
    ({ sizes }) => ({
      path: '/api/servers',
      // The work before this one has revoked it.
      bearer: tokenText(sizes.personalAccessTokens),
      status: 401,
    }),
    { aimMs: 10 },
  ),
  { name: 'open a WebSocket', run: openChannel, most: 300 },
]

async function openChannel({ panel, owner }: Installation, connection: Connection): Promise<void> {
  const path = '/api/auth/short-lived-token'
  const { token } = JSON.parse(await connection.ask({ method: 'POST', path, bearer: owner }))
  const socket = new WebSocket(`ws://127.0.0.1:${panel.port}/api/ws/events?token=${token}`)
  await once(socket, 'open')
  socket.terminate()
}
