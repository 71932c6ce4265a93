// Schedules of game servers: kept and checked here, sent to the node with the definition, carried out there alone.

import type { NodeCapability } from '@rookery/contracts/daemon/capabilities.ts'
import type { MissingRight } from '@rookery/contracts/errors.ts'
import {
  type GameServerPermission,
  gameServerPermissions,
} from '@rookery/contracts/game-server-permissions.ts'
import type { ScheduleActivity } from '@rookery/contracts/http/activity.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type {
  NewestServerTaskRun,
  readServerTaskOptions,
  ServerTask,
  ServerTaskRun,
} from '@rookery/contracts/http/schedules.ts'
import { hasSteps, type Schedule, type ScheduleRun, scheduleRun } from '@rookery/contracts/schedule.ts'
import { actionRights, actionsOf } from '@rookery/contracts/schedule-rights.ts'
import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'
import { nextTime } from '@rookery/primitives/schedule-times.ts'
import { harmlessString } from '@rookery/primitives/terminal-text.ts'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { nodeErrorCode } from '../../platform/daemon-link/logic/node-error-code.ts'
import type { AlsoCreate } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { onGameServer } from '../../platform/http/access-rule.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import { lacking } from '../../platform/lacking.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { Rcon } from '../rcon/rcon.ts'
import type { TemplateTranslations } from '../template-translations/template-translations.ts'
import { scheduleRoutes } from './routes.ts'
import {
  capabilitiesFor,
  countingField,
  messageField,
  type ScheduleInput,
  scheduleProblems,
  workOf,
} from './schedule-rules.ts'
import { createSchedulesStore, type StoredSchedule } from './schedules-store.ts'

const schedulesLimit = 50
const minuteMs = 60_000

interface SchedulesDeps {
  db: Kysely<Schema>
  access: Pick<Access, 'isAllowed'>
  gameServers: Pick<GameServers, 'find' | 'redefine' | 'canCountPlayers'>
  nodes: Pick<Nodes, 'find'>
  rcon: Pick<Rcon, 'features'>
  link: Pick<DaemonLink, 'isOnline' | 'call'>
  changes: Changes
  editTags: EditTags
  translations: TemplateTranslations
  now(): number
}

export function openSchedules(deps: SchedulesDeps) {
  const schedules = createSchedules(deps)
  return { ...schedules, routes: scheduleRoutes(schedules, deps) }
}

function missingOf(
  permission: GameServerPermission,
  ability: TokenAbility | null,
  caller: SignedInCaller,
): MissingRight {
  if (caller.kind !== 'personal-access-token') return { permission, object_type: 'server' }
  if (ability === null) return { credential: 'session_or_service_account' }
  return caller.abilities.includes(ability) ? { permission, object_type: 'server' } : { ability }
}

export type Schedules = ReturnType<typeof createSchedules>

function createSchedules({ db, access, gameServers, nodes, rcon, link, changes, now }: SchedulesDeps) {
  const store = createSchedulesStore(db)
  async function find(gameServerId: number, id: number): Promise<StoredSchedule> {
    await gameServers.find(gameServerId)
    const found = await store.find(gameServerId, id)
    if (!found) throw new PanelError('not_found', { message: 'this game server has no such schedule' })
    return found
  }

  /** `see` is shown what two people may change at once. */
  async function read(gameServerId: number, id: number, see?: (state: object) => void): Promise<ServerTask> {
    const stored = await find(gameServerId, id)
    see?.(editedState(stored))
    return answerOf(stored, now())
  }

  async function requireRightsOf(
    work: Parameters<typeof actionsOf>[0],
    caller: SignedInCaller,
    gameServerId: number,
  ): Promise<void> {
    for (const { permission, ability } of actionsOf(work).flatMap(action => actionRights[action])) {
      const rule = onGameServer(permission, ability ?? 'refused')
      if (await access.isAllowed(rule, caller, { server: String(gameServerId) })) continue
      const needed = `the permission "${gameServerPermissions[permission]}" on this game server`
      const isToken = caller.kind === 'personal-access-token'
      const carried =
        ability === null ? ', and a session instead of a token' : `, and the token the ability ${ability}`
      const limit = isToken ? carried : ''
      const missing = missingOf(permission, ability, caller)
      throw lacking(missing, `a schedule for this needs ${needed}${limit}`)
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
    const field = countingField(input)
    if (field === null || (stored && countingField(stored) !== null)) return
    if (await gameServers.canCountPlayers(gameServerId)) return
    throw invalidField(
      field,
      'this game does not report how many players are online, so it would never run: leave it out',
    )
  }

  async function requireMessages(gameServerId: number, input: ScheduleInput, stored?: Schedule) {
    const field = messageField(input)
    if (field === null || (stored && messageField(stored) !== null)) return
    if ((await rcon.features(gameServerId)).players.message) return
    const problem =
      'players of this game cannot be told anything (its template names no command, or RCON is off): leave the message out'
    throw invalidField(field, problem)
  }

  /** L22, L25. One that is switched off may be stored for any node. */
  async function requireCapable(
    gameServerId: number,
    { needed }: { needed: readonly NodeCapability[] },
  ): Promise<number> {
    const { nodeId } = await gameServers.find(gameServerId)
    const { name, capabilities } = await nodes.find(nodeId)
    if (needed.every(each => capabilities.includes(each))) return nodeId
    const message = `the daemon on the node "${name}" is too old for this: upgrade the node, then try again`
    throw new PanelError('conflict', { message })
  }

  /** Everything that is checked before it is stored. */
  async function requireStorable(
    gameServerId: number,
    input: ScheduleInput,
    caller: SignedInCaller,
    stored?: Schedule,
  ): Promise<void> {
    await requireRightsOf(input, caller, gameServerId)
    check(input)
    await requireCountable(gameServerId, input, stored)
    await requireMessages(gameServerId, input, stored)
    await requireCapable(gameServerId, { needed: input.enabled ? capabilitiesFor(input) : [] })
  }

  /** What its node answers, as JSON. */
  async function askNode(nodeId: number, body: Parameters<DaemonLink['call']>[1]): Promise<string> {
    if (!link.isOnline(nodeId)) {
      throw new PanelError('node_offline', {
        message: 'the node is not connected: try again when it is back',
      })
    }
    const { errorCode, errorMessage, json } = await link.call(nodeId, body)
    if (errorCode !== '') throw new PanelError(nodeErrorCode(errorCode), { message: errorMessage })
    return json
  }

  async function runsOf(
    nodeId: number,
    value: { gameServerId: number; scheduleId: number; limit: number },
  ): Promise<ServerTaskRun[]> {
    if (!link.isOnline(nodeId)) {
      const message = 'the node is not connected: what it has done is shown when it is back'
      throw new PanelError('node_offline', { message })
    }
    const { errorCode, errorMessage, json } = await link.call(nodeId, { $case: 'readScheduleRuns', value })
    if (errorCode !== '') throw new PanelError('unavailable', { message: errorMessage })
    return readAnswer(z.array(scheduleRun), json).map(runAnswer)
  }

  return {
    async list(gameServerId: number): Promise<ServerTask[]> {
      await gameServers.find(gameServerId)
      return (await store.list(gameServerId)).map(one => answerOf(one, now()))
    },

    async readOptions(gameServerId: number): Promise<AnswerOf<typeof readServerTaskOptions>> {
      const { nodeId } = await gameServers.find(gameServerId)
      const { capabilities } = await nodes.find(nodeId)
      const { players } = await rcon.features(gameServerId)
      const can = (name: NodeCapability) => capabilities.includes(name)
      return {
        can_run_steps: can('schedule_steps'),
        can_message: players.message,
        can_back_up: can('schedule_steps') && can('backups'),
      }
    },

    read,

    async create(
      gameServerId: number,
      input: ScheduleInput,
      caller: SignedInCaller,
      also: AlsoCreate,
    ): Promise<ServerTask> {
      await gameServers.find(gameServerId)
      await requireStorable(gameServerId, input, caller)
      const wanted = { name: input.name, schedule: scheduleOf(input, beginningAt(now())) }
      const id = await store.create(gameServerId, wanted, { limit: schedulesLimit, nowMs: now(), also })
      if (id === 'no game server') throw new PanelError('not_found')
      if (id === 'full') {
        const message = `a game server has at most ${schedulesLimit} schedules: delete one first`
        throw new PanelError('conflict', { message })
      }
      publish(gameServerId, caller, 'created', input.name)
      await gameServers.redefine(gameServerId)
      return read(gameServerId, id)
    },

    async change(
      gameServerId: number,
      id: number,
      input: ScheduleInput,
      { caller, requireState }: { caller: SignedInCaller; requireState: RequireState | null },
    ): Promise<void> {
      const { schedule } = await find(gameServerId, id)
      await requireStorable(gameServerId, input, caller, schedule)
      // What keeps its pace goes on counting from where it began.
      const isSamePace = JSON.stringify(schedule.timing) === JSON.stringify(input.timing)
      const beginsAtMs = isSamePace ? schedule.begins_at_ms : beginningAt(now())
      const wanted = { name: input.name, schedule: scheduleOf(input, beginsAtMs) }
      const check = requireState ? (present: StoredSchedule) => requireState(editedState(present)) : undefined
      await store.change(gameServerId, id, wanted, { nowMs: now(), ...(check && { check }) })
      publish(gameServerId, caller, 'changed', input.name)
      await gameServers.redefine(gameServerId)
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
      return runsOf(nodeId, { gameServerId, scheduleId, limit })
    },

    /** The node is asked for each schedule, and a page asks once for all of them. */
    async readNewestRuns(gameServerId: number): Promise<NewestServerTaskRun[]> {
      const { nodeId } = await gameServers.find(gameServerId)
      const ids = (await store.list(gameServerId)).map(({ schedule }) => schedule.id)
      const newest = ids.map(async scheduleId => {
        const runs = await runsOf(nodeId, { gameServerId, scheduleId, limit: 1 })
        return runs.map(run => ({ ...run, task_id: scheduleId }))
      })
      return (await Promise.all(newest)).flat()
    },

    /** Beside its times. Whoever runs it does all that it does, and needs the permissions for it. */
    async run(gameServerId: number, scheduleId: number, caller: SignedInCaller): Promise<{ run_id: number }> {
      const { name, schedule } = await find(gameServerId, scheduleId)
      await requireRightsOf(schedule, caller, gameServerId)
      const nodeId = await requireCapable(gameServerId, {
        needed: ['schedule_steps', ...capabilitiesFor(schedule)],
      })
      const value = { gameServerId, scheduleId }
      const run = readAnswer(scheduleRun, await askNode(nodeId, { $case: 'runSchedule', value }))
      publish(gameServerId, caller, 'started', name)
      return { run_id: run.id }
    },

    /** As deleting it: ending somebody's schedule exercises none of its permissions. */
    async cancelRun(gameServerId: number, scheduleId: number, runId: number, caller: SignedInCaller) {
      const { name } = await find(gameServerId, scheduleId)
      const nodeId = await requireCapable(gameServerId, { needed: ['schedule_steps'] })
      await askNode(nodeId, { $case: 'cancelScheduleRun', value: { gameServerId, scheduleId, runId } })
      publish(gameServerId, caller, 'canceled', name)
    },
  }
}

function scheduleOf(input: ScheduleInput, beginsAtMs: number): Omit<Schedule, 'id'> {
  const { timing, time_zone, enabled, only_when_empty, overlap, missed } = input
  const rules = { timing, time_zone, enabled, only_when_empty, overlap, missed }
  return { ...workOf(input), ...rules, begins_at_ms: beginsAtMs }
}

/** What two people may change at once. */
const editedState = ({ name, schedule }: StoredSchedule) => ({ name, schedule })

/** Whole minutes: "every 15 minutes" then falls on them. */
function beginningAt(nowMs: number): number {
  return Math.floor(nowMs / minuteMs) * minuteMs
}

function answerOf({ name, schedule, createdAtMs }: StoredSchedule, nowMs: number): ServerTask {
  const { begins_at_ms: _, action, ...formatted } = schedule
  const nextMs = schedule.enabled ? nextTime(schedule, nowMs) : null
  return {
    ...(!hasSteps(schedule) && { action }),
    ...formatted,
    name,
    next_run_at: nextMs === null ? null : timeOf(nextMs),
    created_at: timeOf(createdAtMs),
  }
}

function readAnswer<Answer>(shape: z.ZodType<Answer>, json: string): Answer {
  try {
    return shape.parse(JSON.parse(json))
  } catch (error) {
    const message = 'the node answered in a way that this panel does not understand: update both'
    throw new PanelError('unavailable', { message, cause: error })
  }
}

function runAnswer({ steps, ended_by, ...run }: ScheduleRun): ServerTaskRun {
  const harmless = (text: string) => harmlessString(Buffer.from(text))
  const timeOrNull = (ms: number | null) => (ms === null ? null : timeOf(ms))
  return {
    id: run.id,
    status: run.status,
    reason: harmless(run.reason),
    output: harmless(run.output),
    due_at: timeOf(run.due_at_ms),
    began_at: timeOrNull(run.began_at_ms),
    ended_at: timeOrNull(run.ended_at_ms),
    ...(ended_by && { ended_by }),
    ...(steps && {
      steps: steps.map(({ due_at_ms, reason, ...step }) => ({
        ...step,
        reason: harmless(reason),
        due_at: timeOrNull(due_at_ms),
      })),
    }),
  }
}
