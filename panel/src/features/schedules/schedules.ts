// Schedules of game servers: kept and checked here, sent to the node with the definition, carried out there alone.

import { gameServerPermissions } from '@rookery/contracts/game-server-permissions.ts'
import type { ScheduleActivity } from '@rookery/contracts/http/activity.ts'
import type { ServerTask, ServerTaskRun } from '@rookery/contracts/http/schedules.ts'
import { type Schedule, type ScheduleAction, scheduleRun } from '@rookery/contracts/schedule.ts'
import { actionRights } from '@rookery/contracts/schedule-rights.ts'
import { nextTime } from '@rookery/primitives/schedule-times.ts'
import { harmlessString } from '@rookery/primitives/terminal-text.ts'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { onGameServer } from '../../platform/http/access-rule.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { scheduleRoutes } from './routes.ts'
import { commandOf, type ScheduleInput, scheduleProblems } from './schedule-rules.ts'
import { createSchedulesStore, type StoredSchedule } from './schedules-store.ts'

const schedulesLimit = 50
const minuteMs = 60_000

interface SchedulesDeps {
  db: Kysely<Schema>
  access: Pick<Access, 'isAllowed'>
  gameServers: Pick<GameServers, 'find' | 'redefine' | 'canCountPlayers'>
  link: Pick<DaemonLink, 'isOnline' | 'call'>
  changes: Changes
  now(): number
}

export function openSchedules(deps: SchedulesDeps) {
  const schedules = createSchedules(deps)
  return { ...schedules, routes: scheduleRoutes(schedules) }
}

export type Schedules = ReturnType<typeof createSchedules>

function createSchedules({ db, access, gameServers, link, changes, now }: SchedulesDeps) {
  const store = createSchedulesStore(db)
  async function find(gameServerId: number, id: number): Promise<StoredSchedule> {
    await gameServers.find(gameServerId)
    const found = await store.find(gameServerId, id)
    if (!found) throw new PanelError('not_found', { message: 'this game server has no such schedule' })
    return found
  }

  async function requireRightsOf(
    action: ScheduleAction,
    caller: SignedInCaller,
    gameServerId: number,
  ): Promise<void> {
    for (const { permission, ability } of actionRights[action]) {
      const rule = onGameServer(permission, ability)
      if (await access.isAllowed(rule, caller, { server: String(gameServerId) })) continue
      const needed = `the permission "${gameServerPermissions[permission]}" on this game server`
      const limit = caller.kind === 'personal-access-token' ? `, and the token the ability ${ability}` : ''
      throw new PanelError('forbidden', { message: `a schedule for this needs ${needed}${limit}` })
    }
  }

  function publish(
    gameServerId: number,
    { userId }: SignedInCaller,
    deed: ScheduleActivity,
    name: string,
  ): void {
    const edit = { what: 'schedule', deed, name } as const
    changes.publish({ kind: 'game-server-edited', gameServerId, userId, edit })
  }

  function check(input: ScheduleInput): void {
    const fields = scheduleProblems(input, now())
    if (Object.keys(fields).length > 0) throw new PanelError('invalid_input', { fields })
  }

  /** A game that never tells who plays would skip every run. What is stored so already may stay. */
  async function requireCountable(gameServerId: number, input: ScheduleInput, stored?: Schedule) {
    if (!input.only_when_empty || stored?.only_when_empty) return
    if (await gameServers.canCountPlayers(gameServerId)) return
    const problem = 'this game does not tell how many play, so the task would never run: leave it out'
    throw invalidField('only_when_empty', problem)
  }

  return {
    async list(gameServerId: number): Promise<ServerTask[]> {
      await gameServers.find(gameServerId)
      return (await store.list(gameServerId)).map(one => answerOf(one, now()))
    },

    async create(gameServerId: number, input: ScheduleInput, caller: SignedInCaller): Promise<ServerTask> {
      await gameServers.find(gameServerId)
      await requireRightsOf(input.action, caller, gameServerId)
      check(input)
      await requireCountable(gameServerId, input)
      const wanted = { name: input.name, schedule: scheduleOf(input, beginningAt(now())) }
      const id = await store.create(gameServerId, wanted, schedulesLimit, now())
      if (id === 'no game server') throw new PanelError('not_found')
      if (id === 'full') {
        const message = `a game server has at most ${schedulesLimit} schedules: delete one first`
        throw new PanelError('conflict', { message })
      }
      publish(gameServerId, caller, 'created', input.name)
      await gameServers.redefine(gameServerId)
      return answerOf(await find(gameServerId, id), now())
    },

    async change(
      gameServerId: number,
      id: number,
      input: ScheduleInput,
      caller: SignedInCaller,
    ): Promise<ServerTask> {
      const { schedule } = await find(gameServerId, id)
      await requireRightsOf(input.action, caller, gameServerId)
      check(input)
      await requireCountable(gameServerId, input, schedule)
      // What keeps its pace goes on counting from where it began.
      const isSamePace = JSON.stringify(schedule.timing) === JSON.stringify(input.timing)
      const beginsAtMs = isSamePace ? schedule.begins_at_ms : beginningAt(now())
      const wanted = { name: input.name, schedule: scheduleOf(input, beginsAtMs) }
      await store.change(gameServerId, id, wanted, now())
      publish(gameServerId, caller, 'changed', input.name)
      await gameServers.redefine(gameServerId)
      return answerOf(await find(gameServerId, id), now())
    },

    async remove(gameServerId: number, id: number, caller: SignedInCaller): Promise<void> {
      const { name } = await find(gameServerId, id)
      await store.remove(gameServerId, id)
      publish(gameServerId, caller, 'deleted', name)
      await gameServers.redefine(gameServerId)
    },

    async readRuns(gameServerId: number, scheduleId: number, limit: number): Promise<ServerTaskRun[]> {
      await find(gameServerId, scheduleId)
      const { nodeId } = await gameServers.find(gameServerId)
      if (!link.isOnline(nodeId)) {
        const message = 'the node is not connected: what it has done is shown when it is back'
        throw new PanelError('node_offline', { message })
      }
      const value = { gameServerId, scheduleId, limit }
      const { errorCode, errorMessage, json } = await link.call(nodeId, { $case: 'readScheduleRuns', value })
      if (errorCode !== '') throw new PanelError('unavailable', { message: errorMessage })
      return readRuns(json)
    },
  }
}

function scheduleOf(input: ScheduleInput, beginsAtMs: number): Omit<Schedule, 'id'> {
  const { action, timing, time_zone, enabled, only_when_empty, overlap, missed } = input
  const rules = { timing, time_zone, enabled, only_when_empty, overlap, missed }
  return { action, command: commandOf(input), ...rules, begins_at_ms: beginsAtMs }
}

/** Whole minutes: "every 15 minutes" then falls on them. */
function beginningAt(nowMs: number): number {
  return Math.floor(nowMs / minuteMs) * minuteMs
}

function answerOf({ name, schedule, createdAtMs }: StoredSchedule, nowMs: number): ServerTask {
  const { begins_at_ms, ...formatted } = schedule
  const nextMs = schedule.enabled ? nextTime({ ...formatted, begins_at_ms }, nowMs) : null
  return {
    ...formatted,
    name,
    next_run_at: nextMs === null ? null : timeOf(nextMs),
    created_at: timeOf(createdAtMs),
  }
}

function readRuns(json: string): ServerTaskRun[] {
  try {
    return z.array(scheduleRun).parse(JSON.parse(json)).map(runAnswer)
  } catch (error) {
    const message = 'the node answered in a way that this panel does not understand: update both'
    throw new PanelError('unavailable', { message, cause: error })
  }
}

function runAnswer(run: z.output<typeof scheduleRun>): ServerTaskRun {
  const harmless = (text: string) => harmlessString(Buffer.from(text))
  return {
    id: run.id,
    status: run.status,
    reason: harmless(run.reason),
    output: harmless(run.output),
    due_at: timeOf(run.due_at_ms),
    began_at: run.began_at_ms === null ? null : timeOf(run.began_at_ms),
    ended_at: run.ended_at_ms === null ? null : timeOf(run.ended_at_ms),
  }
}
