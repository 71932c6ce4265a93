// Schedules run on the node: the panel is killed before one falls due, and tells of it when it is back.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readGameServer, startGameServer } from '@rookery/contracts/http/game-servers.ts'
import {
  createServerTask,
  deleteServerTask,
  listServerTaskRuns,
  listServerTasks,
} from '@rookery/contracts/http/schedules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Programs } from './live/programs.ts'
import { waitFor } from './wait-for.ts'

let programs: Programs
beforeAll(async () => {
  programs = await new Programs().start()
})
afterAll(() => programs.stop())

const script =
  'echo ready; while read -r line; do echo "$line" >> said; echo "heard $line"; [ "$line" = quit ] && exit 0; done'

describe('schedules', () => {
  test('a schedule runs while the panel is dead, and its history is there when the panel is back', async () => {
    const id = await programs.addGame(script)
    const server = String(id)
    const { task_id } = await programs.api.call(startGameServer, { params: { server } })
    expect((await programs.ended(task_id)).status).toBe('success')
    const { uuid } = await programs.api.call(readGameServer, { params: { server } })
    const said = join(programs.nodeFolder, 'servers', uuid, 'said')

    const body = {
      name: 'Save',
      action: 'command',
      command: 'save-all',
      timing: { by: 'interval', minutes: 1 },
    } as const
    const made = await programs.api.call(createServerTask, { params: { server }, body: body as never })
    const dueAtMs = Date.parse(made.next_run_at ?? '')
    await waitFor('the node holds the schedule', () => programs.nodeHolds('save-all'))
    await programs.panel.kill()
    expect(existsSync(said)).toBe(false)
    // The file is there a moment before its first line.
    await waitFor(
      'the schedule has run without a panel',
      () => existsSync(said) && readFileSync(said).length > 0,
    )
    expect(Date.now()).toBeGreaterThanOrEqual(dueAtMs)
    expect(readFileSync(said, 'utf8')).toBe('save-all\n')

    await programs.startPanel()
    await programs.nodeIsOnline()
    const params = { server, id: String(made.id) }
    const read = () => programs.api.call(listServerTaskRuns, { params, query: {} })
    // What the game answers is listened to for a while after the command has counted as done.
    await waitFor('its answer is there', async () =>
      ((await read()).at(-1)?.output ?? '').includes('heard save-all'),
    )
    const first = (await read()).at(-1)
    expect(first).toMatchObject({ due_at: made.next_run_at, status: 'success', reason: '' })

    await programs.api.call(deleteServerTask, { params })
    expect(await programs.api.call(listServerTasks, { params: { server } })).toEqual([])
  }, 300_000)
})
