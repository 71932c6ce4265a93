// Kills the daemon again and again while a schedule of several steps runs (PROVE_ROUNDS times, 40): no step is done twice.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGameServer } from '@rookery/contracts/http/game-servers.ts'
import {
  createServerTask,
  listServerTaskRuns,
  runServerTask,
  type ServerTaskRun,
} from '@rookery/contracts/http/schedules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Programs, scriptedGame } from '../live/programs.ts'
import { waitFor } from '../wait-for.ts'

const rounds = Number(process.env.PROVE_ROUNDS ?? '40')
const script =
  'echo ready; while read -r line; do echo "$line" >> said; echo "heard $line"; [ "$line" = quit ] && exit 0; done'
const players = { by: 'console', identify_by: 'name', message: 'say {message}' } as const
const lines = ['first', 'say second', 'third', 'say fourth', 'fifth']

let programs: Programs
beforeAll(async () => {
  programs = await new Programs().start()
})
afterAll(() => programs.stop())

test(`T-095 the daemon is killed ${rounds} times in a run of five steps: each step at most once, in order, and the run ends`, async ({
  task,
}) => {
  const template_id = await programs.addTemplate(scriptedGame(script, { players }))
  const { id } = await programs.api.call(createGameServer, {
    body: { name: 'stepwise', node_id: programs.nodeId, template_id, start: true },
  })
  await programs.api.waitForState(id, 'running')
  const server = String(id)
  const steps = lines.map((line, index) => ({
    ...(line.startsWith('say ')
      ? { action: 'message' as const, message: line.slice(4) }
      : { action: 'command' as const, command: line }),
    offset_seconds: index,
    continue_on_failure: true,
  }))
  const timing = { by: 'cron', expression: '0 0 29 2 *' } as const
  const body = { name: 'Steps', steps, timing, time_zone: 'UTC', enabled: true, missed: 'once' } as const
  const made = await programs.api.call(createServerTask, { params: { server }, body: body as never })
  const params = { server, id: String(made.id) }
  const file = join(await programs.folderOf(id), 'said')
  const said = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
  const lastRun = async (): Promise<ServerTaskRun | undefined> => {
    const runs = await programs.api.call(listServerTaskRuns, { params, query: { limit: 1 } }).catch(() => [])
    return runs[0]
  }
  await waitFor('the node holds the schedule', () => programs.nodeHolds('"first"'))

  const total = { done: 0, interrupted: 0 }
  for (let round = 1; round <= rounds; round += 1) {
    const before = said().length
    const { run_id } = await programs.api.call(runServerTask, { params })
    // Some before the first step, some after the last, most in between.
    const killAfterMs = (round * 1_237) % 4_600
    const beganMs = Date.now()
    await waitFor('it is time to kill', () => Date.now() - beganMs >= killAfterMs)
    await programs.daemon.kill()
    await programs.startDaemon()
    await programs.nodeIsOnline()
    await waitFor('the run has ended', async () => {
      const run = await lastRun()
      return run?.id === run_id && run.ended_at !== null
    })
    const run = await lastRun()
    const heard = said().slice(before)
    const statuses = run?.steps?.map(({ status }) => status) ?? []
    expect(heard, `round ${round}: each at most once`).toEqual([...new Set(heard)])
    expect(heard, `round ${round}: in order`).toEqual(lines.filter(line => heard.includes(line)))
    for (const [index, status] of statuses.entries()) {
      expect(['success', 'error'], `round ${round}, step ${index + 1}`).toContain(status)
      if (status === 'success') expect(heard, `round ${round}`).toContain(lines[index])
      if (status === 'error') expect(run?.steps?.[index]?.reason).toContain('it is not repeated')
    }
    expect(statuses).toHaveLength(lines.length)
    total.done += heard.length
    total.interrupted += statuses.filter(status => status === 'error').length
    Object.assign(task.meta, {
      figures: `${round} kills, ${round * lines.length} steps, ${total.done} heard by the game, ${total.interrupted} interrupted, none twice`,
    })
  }
}, 1_800_000)
