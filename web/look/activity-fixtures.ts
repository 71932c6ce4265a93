// What happened, and fleets of any size, for screens that are looked at.

import { type ActivityEntry, listGameServerActivity } from '@rookery/contracts/http/activity.ts'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import type { Answer, Scene } from './fake-panel.ts'
import { gameServerDetail, gameServers, tasks } from './fixtures.ts'

const minuteMs = 60_000
const names = new Map(gameServers.map(({ id, name }) => [id, name]))
const mara = { id: 1, login: 'mara' }
const jonas = { id: 2, login: 'jonas' }

type Common = 'id' | 'at' | 'server'
type Without<Entry, Keys extends PropertyKey> = Entry extends unknown ? Omit<Entry, Keys> : never
type Told = [minutesAgo: number, gameServerId: number, Without<ActivityEntry, Common>]

const task = (
  name: 'start' | 'stop' | 'restart' | 'install' | 'update',
  by: ActivityEntry['by'],
  more = {},
) =>
  ({
    ...{ what: 'task', kind: name === 'install' || name === 'update' ? 'work' : 'run', task: name, by },
    ...{ task_id: 412, status: 'success', message: null, exit_code: null, ...more },
  }) as Without<ActivityEntry, Common>

const told: Told[] = [
  [3, 4, task('stop', mara)],
  [
    11,
    3,
    {
      ...{ what: 'state', kind: 'run', state: 'crashed', by: null, exit_code: 137 },
      reason: 'exit code 137: the node ran out of memory and ended it',
    },
  ],
  [
    26,
    1,
    {
      what: 'settings',
      kind: 'settings',
      by: jonas,
      fields: ['autostart'],
      variables: ['Max players', 'Motto'],
    },
  ],
  [
    41,
    2,
    {
      ...{ what: 'files', kind: 'files', by: mara, deed: 'uploaded', count: 118 },
      paths: ['maps/de_harbour.bsp', 'maps/de_tower.bsp', 'maps/aim_yard.bsp'],
    },
  ],
  [58, 2, { what: 'files', kind: 'files', by: jonas, deed: 'written', count: 1, paths: ['cfg/server.cfg'] }],
  [74, 1, task('restart', jonas)],
  [96, 5, task('start', mara, { status: 'error', message: 'the port 27015 is in use', exit_code: 1 })],
  [130, 1, { what: 'schedule', kind: 'schedules', by: mara, deed: 'created', name: 'Nightly restart' }],
  [
    1_500,
    1,
    {
      ...{ what: 'state', kind: 'run', state: 'running', by: null, exit_code: null },
      reason: 'started again after a crash',
    },
  ],
  [
    1_501,
    1,
    { what: 'state', kind: 'run', state: 'crashed', by: null, exit_code: 139, reason: 'exit code 139' },
  ],
  [1_700, 1, task('update', null)],
  [4_400, 1, task('install', mara)],
  [4_402, 1, { what: 'created', kind: 'work', by: mara }],
]

export const activity: ActivityEntry[] = told.map(
  ([minutesAgo, id, entry], at) =>
    ({
      ...entry,
      id: 900 - at,
      at: new Date(Date.now() - minutesAgo * minuteMs).toISOString(),
      server: { id, name: names.get(id) ?? 'Arena' },
    }) as ActivityEntry,
)

const states: RunState[] = [
  ...Array<RunState>(24).fill('running'),
  'stopped',
  'stopped',
  'crashed',
  'starting',
  'paused',
  'installing',
]

/** Many game servers on a few nodes, one of which is away. */
export function largeFleet(count: number): GameServer[] {
  const [sample] = gameServers
  if (!sample) return []
  const nodes = Math.max(1, Math.min(8, Math.round(count / 40)))
  return Array.from({ length: count }, (_, n) => ({
    ...sample,
    id: n + 1,
    name: `Server ${n + 1}`,
    state: states[(n * 7) % states.length] ?? 'running',
    node_id: (n % nodes) + 1,
    node_name: `node-${(n % nodes) + 1}`,
    node_online: nodes === 1 || n % nodes !== 3,
  }))
}

export function checkActivity(): void {
  listGameServerActivity.answer.parse(activity)
}

export function activityAnswer(scene: Scene, at: string, id: number, query: URLSearchParams): Answer | null {
  const isOfServer = /^GET \/api\/servers\/\d+\/activity$/.test(at)
  if (!isOfServer && at !== 'GET /api/activity') return null
  if (scene.isFirstRun) return { body: [] }
  const kind = query.get('kind')
  const since = query.get('since') ?? ''
  const shown = activity
    .filter(entry => !isOfServer || entry.server.id === id)
    .filter(entry => (kind === null || entry.kind === kind) && entry.at >= since)
  return { body: query.get('before') ? [] : shown.slice(0, Number(query.get('per_page') ?? 50)) }
}

/** As if the first game server had been installed and started a minute ago. */
export function newServerAnswer(at: string): Answer | null {
  const justNow = new Date(Date.now() - minuteMs).toISOString()
  if (at === 'GET /api/servers/1') {
    return { body: { ...gameServerDetail(1), created_at: justNow, installed_at: justNow } }
  }
  if (at !== 'GET /api/tasks') return null
  const ended = { status: 'success', server_id: 1, ended_at: justNow, reason: null, message: null }
  const rows = (['start', 'install'] as const).map((kind, n) => ({ ...tasks[0], ...ended, id: 2 - n, kind }))
  return { body: rows, headers: { 'x-total-count': '2' } }
}
