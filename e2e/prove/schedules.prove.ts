// Schedules run on the node: the panel is killed before one falls due, and tells of it when it is back.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGameServer, readGameServer, startGameServer } from '@rookery/contracts/http/game-servers.ts'
import { readPower, setPower } from '@rookery/contracts/http/power.ts'
import {
  createServerTask,
  deleteServerTask,
  listNewestServerTaskRuns,
  listServerTaskRuns,
  listServerTasks,
} from '@rookery/contracts/http/schedules.ts'
import { cancelTask, readTaskOutput } from '@rookery/contracts/http/tasks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Programs, scriptedGame } from '../live/programs.ts'
import { waitFor } from '../wait-for.ts'

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
    const newest = await programs.api.call(listNewestServerTaskRuns, { params: { server } })
    const known = (await read()).map(({ id: run }) => run)
    expect(newest).toMatchObject([{ task_id: made.id, status: expect.any(String) }])
    // A minute may have passed between the two questions.
    expect(known).toContain(newest[0]?.id)

    await programs.api.call(deleteServerTask, { params })
    expect(await programs.api.call(listServerTasks, { params: { server } })).toEqual([])
  }, 300_000)
})

describe('a restart in five minutes', () => {
  test('outlives the death of panel and daemon, is called off, and another one happens at its time', async () => {
    const players = { by: 'console', identify_by: 'name', message: 'say {message}' } as const
    const template_id = await programs.addTemplate(scriptedGame(script, { players }))
    const body = { name: 'polite', node_id: programs.nodeId, template_id, start: true }
    const { id } = await programs.api.call(createGameServer, { body })
    await programs.api.waitForState(id, 'running')
    const params = { server: String(id) }
    const plan = (delay_seconds: number, message?: string) =>
      programs.api.call(setPower, {
        params,
        body: { action: 'restart', when: 'at', delay_seconds, ...(message && { message }) },
      })
    const readPlan = async () => (await programs.api.call(readPower, { params })).planned
    const { task_id } = await plan(300, 'a short break')
    const said = join(await programs.folderOf(id), 'said')
    const ofTask = { params: { id: String(task_id) } }
    await waitFor('the players were told, and the node has noted it', async () =>
      (await programs.api.call(readTaskOutput, ofTask)).output.includes('message sent'),
    )
    const before = await readPlan()
    expect(before).toMatchObject({ task_id, action: 'restart', when: 'at' })

    await programs.panel.kill()
    await programs.daemon.kill()
    await programs.startPanel()
    await programs.startDaemon()
    expect(await readPlan()).toEqual(before)
    expect(readFileSync(said, 'utf8')).toBe('say a short break\n')

    await programs.api.call(cancelTask, ofTask)
    expect((await programs.ended(task_id)).status).toBe('canceled')
    const soon = await plan(1)
    expect((await programs.ended(soon.task_id)).status).toBe('success')
    expect(readFileSync(said, 'utf8')).toBe('say a short break\nquit\n')
  }, 300_000)
})
