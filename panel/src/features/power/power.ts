// Power with options: a stop or restart that spares the players. Its node waits, so that it holds without the panel.

import type { NodeCapability } from '@rookery/contracts/daemon/capabilities.ts'
import {
  type GameServerPermission,
  gameServerPermissions,
} from '@rookery/contracts/game-server-permissions.ts'
import type { readManyPowerOptions } from '@rookery/contracts/http/bulk-actions.ts'
import type { AnswerOf, BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { PowerOptions, readPower, setPower } from '@rookery/contracts/http/power.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { AlsoCreate } from '../../platform/database/portable.ts'
import { lacking } from '../../platform/lacking.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import { type GameServers, requireNotSuspended } from '../game-servers/game-servers.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { Players } from '../players/players.ts'
import type { Rcon } from '../rcon/rcon.ts'
import type { PlannedPayload } from '../tasks/planned-task-rules.ts'
import { permissionOfTask } from '../tasks/task-permission-rules.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { powerRoutes } from './routes.ts'

interface PowerDeps {
  access: Pick<Access, 'onGameServer'>
  gameServers: Pick<GameServers, 'find' | 'act' | 'canCountPlayers'>
  nodes: Pick<Nodes, 'find'>
  rcon: Pick<Rcon, 'features'>
  players: Pick<Players, 'list' | 'query'>
  tasks: Pick<Tasks, 'plannedFor'>
  link: Pick<DaemonLink, 'isOnline'>
  now(): number
}

type PowerInput = BodyOf<typeof setPower>
type WaitInput = Pick<PowerInput, 'when' | 'delay_seconds' | 'message'>

const permissionFor: Record<PowerInput['action'], GameServerPermission> = {
  start: 'game-server-start',
  stop: 'game-server-stop',
  restart: 'game-server-restart',
}
/** In these a game can have players. */
const upStates: readonly RunState[] = ['starting', 'running', 'paused']
/** Whoever presses a button does not wait longer for a count. */
const countLimitMs = 4_000
const countManyLimitMs = 8_000
const countedAtOnce = 25

export function openPower(deps: PowerDeps) {
  const power = createPower(deps)
  return { ...power, routes: powerRoutes(power) }
}

export type Power = ReturnType<typeof createPower>

export function createPower({ access, gameServers, nodes, rcon, players, tasks, link, now }: PowerDeps) {
  /** Null: it cannot be found out, or not in time. */
  async function countPlayers(gameServerId: number, limitMs = countLimitMs): Promise<number | null> {
    const byQuery = async () => (await players.query(gameServerId)).players
    const byList = async () => (await players.list(gameServerId)).length
    const counted = byQuery()
      .catch(() => null)
      .then(count => count ?? byList())
      .catch(() => null)
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => resolve(null), limitMs)
    return Promise.race([counted, late]).finally(() => clearTimeout(timer))
  }

  const canPlan = async (nodeId: number, needed: NodeCapability = 'planned_power') =>
    (await nodes.find(nodeId)).capabilities.includes(needed)

  async function requirePlannable(
    gameServerId: number,
    { when, message }: WaitInput,
    needed: NodeCapability = 'planned_power',
  ): Promise<void> {
    const { nodeId, state } = await gameServers.find(gameServerId)
    const refuse = (text: string) => {
      throw new PanelError('conflict', { message: text })
    }
    if (!link.isOnline(nodeId)) {
      const text = 'the node is not connected, and it is the node that waits: try again when it is back'
      throw new PanelError('node_offline', { message: text })
    }
    if (!(await canPlan(nodeId, needed)))
      refuse('the daemon on this node cannot wait with this, or tell players: update the node')
    if (!upStates.includes(state)) refuse('the game server is not running: there is nobody to wait for')
    if (when === 'empty' && !(await gameServers.canCountPlayers(gameServerId)))
      refuse('this game does not tell how many play: choose a time instead')
    if (message !== undefined && !(await rcon.features(gameServerId)).players.message)
      refuse('players of this game cannot be told anything: its template names no command, or RCON is off')
  }

  async function requirePermissions(gameServerId: number, input: PowerInput, caller: SignedInCaller) {
    const needed = [permissionFor[input.action]]
    if (input.message !== undefined) needed.push('game-server-rcon-players')
    await requireHeld(gameServerId, needed, caller)
  }

  async function requireHeld(
    gameServerId: number,
    needed: readonly GameServerPermission[],
    caller: SignedInCaller,
  ) {
    const held = await access.onGameServer(caller, gameServerId)
    const missing = needed.find(permission => !held[permission])
    if (missing === undefined) return
    const message = `this needs the permission "${gameServerPermissions[missing]}" on this game server`
    throw lacking({ permission: missing, object_type: 'server' }, message)
  }

  const planOf = ({ when, delay_seconds = 0, message }: WaitInput): PlannedPayload => ({
    planned: {
      when: when === 'empty' ? 'empty' : 'at',
      due_at_ms: when === 'empty' ? null : now() + delay_seconds * 1_000,
      message: message ?? '',
    },
  })

  async function optionsOf(
    gameServerId: number,
    held: Readonly<Record<GameServerPermission, boolean>>,
    limitMs: number,
  ): Promise<PowerOptions> {
    const { nodeId, state } = await gameServers.find(gameServerId)
    const canCount = await gameServers.canCountPlayers(gameServerId)
    const isUp = link.isOnline(nodeId) && upStates.includes(state)
    const canTell = (await rcon.features(gameServerId)).players.message
    return {
      players: isUp && canCount && limitMs > 0 ? await countPlayers(gameServerId, limitMs) : null,
      can_plan: await canPlan(nodeId),
      can_wait_until_empty: canCount,
      can_message: canTell && held['game-server-rcon-players'],
    }
  }

  return {
    /** Of many at once: what is not counted in time is unknown, and one that has gone meanwhile is left out. */
    async optionsOfMany(
      gameServerIds: readonly number[],
      caller: SignedInCaller,
    ): Promise<AnswerOf<typeof readManyPowerOptions>> {
      const untilMs = now() + countManyLimitMs
      const found: AnswerOf<typeof readManyPowerOptions> = []
      const waiting = gameServerIds.values()
      const readNext = async () => {
        for (const server_id of waiting) {
          const held = await access.onGameServer(caller, server_id)
          const limitMs = Math.min(countLimitMs, untilMs - now())
          const options = await optionsOf(server_id, held, limitMs).catch(() => null)
          if (options) found.push({ server_id, ...options })
        }
      }
      await Promise.all(Array.from({ length: countedAtOnce }, readNext))
      return found.toSorted((one, other) => one.server_id - other.server_id)
    },

    /** For a restore, whose own permissions were checked: how its node waits with it. Null: it does not. */
    async planRestore(
      gameServerId: number,
      input: WaitInput,
      caller: SignedInCaller,
    ): Promise<PlannedPayload | null> {
      if (input.when === 'now' && input.message === undefined) return null
      if (input.message !== undefined) await requireHeld(gameServerId, ['game-server-rcon-players'], caller)
      await requirePlannable(gameServerId, input, 'planned_restore')
      return planOf(input)
    },

    /** Of one among many: nobody is waited for where no one is online, or told where nothing can be said. */
    async fitted(gameServerId: number, { message, ...input }: PowerInput): Promise<PowerInput> {
      const { state } = await gameServers.find(gameServerId)
      const now = { action: input.action, when: 'now' } as const
      if (!upStates.includes(state)) return now
      if ((await gameServers.canCountPlayers(gameServerId)) && (await countPlayers(gameServerId)) === 0)
        return now
      const canTell = message !== undefined && (await rcon.features(gameServerId)).players.message
      return canTell ? { ...input, message } : input
    },

    async read(gameServerId: number, caller: SignedInCaller): Promise<AnswerOf<typeof readPower>> {
      const { nodeId } = await gameServers.find(gameServerId)
      const held = await access.onGameServer(caller, gameServerId)
      const planned = await tasks.plannedFor(gameServerId)
      return {
        ...(await optionsOf(gameServerId, held, countLimitMs)),
        can_plan_restore: await canPlan(nodeId, 'planned_restore'),
        planned: planned && { ...planned, can_cancel: held[permissionOfTask[planned.action]] },
      }
    },

    async set(gameServerId: number, input: PowerInput, caller: SignedInCaller, also?: AlsoCreate) {
      const { action, when, message } = input
      requireNotSuspended(await gameServers.find(gameServerId), action)
      await requirePermissions(gameServerId, input, caller)
      if (when === 'now' && message === undefined)
        return gameServers.act(gameServerId, action, caller.userId, { also })
      await requirePlannable(gameServerId, input)
      const payload = planOf(input)
      return gameServers.act(gameServerId, action, caller.userId, { payload, also })
    },
  }
}
