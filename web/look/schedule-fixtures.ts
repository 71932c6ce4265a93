// Schedules and their runs to look at.

import {
  listServerTaskRuns,
  listServerTasks,
  type ServerTask,
  type ServerTaskRun,
} from '@rookery/contracts/http/schedules.ts'
import type { Answer } from './fake-panel.ts'

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const schedule = (id: number, name: string, change: Partial<ServerTask>): ServerTask => ({
  id,
  name,
  action: 'restart',
  command: '',
  timing: { by: 'cron', expression: '0 4 * * *' },
  time_zone: 'Europe/Berlin',
  enabled: true,
  only_when_empty: false,
  overlap: 'skip',
  missed: 'skip',
  next_run_at: at(611),
  created_at: at(-40_000),
  ...change,
})

export const schedules: ServerTask[] = [
  schedule(1, 'Restart every night', { only_when_empty: true }),
  schedule(2, 'Say that it restarts soon', {
    action: 'command',
    command: 'say This server restarts in five minutes, find a safe place',
    timing: { by: 'cron', expression: '55 3 * * *' },
    next_run_at: at(606),
  }),
  schedule(3, 'Update', {
    action: 'update',
    timing: { by: 'cron', expression: '30 6 * * 1,4' },
    next_run_at: at(2_900),
    missed: 'once',
  }),
  schedule(4, 'Save the world', {
    action: 'command',
    command: 'save-all\nsay Saved.',
    timing: { by: 'interval', minutes: 15 },
    next_run_at: at(0.7),
    overlap: 'queue',
  }),
  schedule(5, 'Weekend opening', {
    action: 'start',
    timing: { by: 'cron', expression: '0 18 * 6-8 FRI' },
    time_zone: 'America/New_York',
    enabled: false,
    next_run_at: null,
  }),
]

const run = (id: number, minutesAgo: number, change: Partial<ServerTaskRun> = {}): ServerTaskRun => ({
  id,
  status: 'success',
  reason: '',
  output: 'stopping it: typing “stop”\nit has ended\nstarted as process 48121\nit is ready\n',
  due_at: at(-minutesAgo),
  began_at: at(-minutesAgo),
  ended_at: at(-minutesAgo + 0.6),
  ...change,
})

export const runs: ServerTaskRun[] = [
  run(19, 0.2, { status: 'working', ended_at: null, output: 'stopping it: typing “stop”\n' }),
  run(18, 829),
  run(17, 2_269, { status: 'skipped', reason: '3 players are there', output: '', began_at: null }),
  run(16, 3_709, {
    status: 'skipped',
    reason: 'a run was missed: the daemon was not running, the node slept, or its clock was moved',
    output: '',
    began_at: null,
  }),
  run(15, 5_149, { status: 'error', reason: 'it ended with exit code 1 before it was ready' }),
]

const lastRuns: Record<number, ServerTaskRun> = {
  1: run(17, 829, { status: 'skipped', reason: '3 players are there' }),
  2: run(31, 834),
  3: run(7, 3_000, { status: 'error', reason: 'fetching server.jar: the server answered 503' }),
  4: run(90, 0.1, { status: 'working', ended_at: null }),
}

export function checkSchedules(): void {
  listServerTasks.answer.parse(schedules)
  listServerTaskRuns.answer.parse(runs)
}

/** The first game server has schedules, the others none. */
export function schedulesAnswer(at: string, query: URLSearchParams): Answer | null {
  const found = /^(\w+) \/api\/servers\/(\d+)\/tasks(?:\/(\d+)(\/runs)?)?$/.exec(at)
  if (!found) return null
  const [, method, gameServer, id, ofRuns] = found
  if (method === 'DELETE') return { status: 204 }
  if (method === 'POST' || method === 'PUT') {
    const errors = { 'timing.expression': ['never comes: there is no such day'] }
    const body = { status: 'error', code: 'invalid_input', message: 'some fields are not valid', errors }
    return { status: 422, body: { ...body, http_code: 422, request_id: 'look-1' } }
  }
  if (!ofRuns) return { body: gameServer === '1' || gameServer === '11' ? schedules : [] }
  const last = lastRuns[Number(id)]
  if (query.get('limit') === '1') return { body: last ? [last] : [] }
  return { body: id === '5' ? [] : runs }
}
