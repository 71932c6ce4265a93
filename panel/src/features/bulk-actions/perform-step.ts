// One step of a bulk action: what was asked for, done to one game server with the permissions of whoever asked.

import {
  type BulkActionName,
  type BulkPowerAction,
  type bulkActionBody,
  bulkPowerActions,
} from '@rookery/contracts/http/bulk-actions.ts'
import type * as z from 'zod'
import type { AccountCaller } from '../../platform/caller.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { AlsoCreate } from '../../platform/database/portable.ts'
import { type AccessRule, administrator, onGameServer } from '../../platform/http/access-rule.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { Console } from '../console/console.ts'
import { type GameServers, requireNotSuspended } from '../game-servers/game-servers.ts'
import type { Power } from '../power/power.ts'
import type { Users } from '../users/users.ts'
import type { BulkActionsStore, StoredBulkAction } from './bulk-actions-store.ts'
import type { StepEnd, StoredStep } from './bulk-step-rules.ts'

export type BulkOptions = Omit<z.output<typeof bulkActionBody>, 'action' | 'servers'>

export interface StepDeps {
  access: Pick<Access, 'authorize'>
  users: Pick<Users, 'findById'>
  gameServers: Pick<GameServers, 'find' | 'act' | 'change' | 'remove'>
  power: Pick<Power, 'set' | 'fitted'>
  console: Pick<Console, 'send'>
  link: Pick<DaemonLink, 'isOnline'>
}

/** The same as on the route of a single game server. */
export const ruleOf: Record<BulkActionName, AccessRule> = {
  start: onGameServer('game-server-start'),
  stop: onGameServer('game-server-stop'),
  restart: onGameServer('game-server-restart'),
  kill: onGameServer('game-server-stop'),
  pause: onGameServer('game-server-pause'),
  resume: onGameServer('game-server-pause'),
  install: onGameServer('game-server-update'),
  update: onGameServer('game-server-update'),
  command: onGameServer('game-server-console-send'),
  tag: administrator(),
  delete: administrator(),
}

const isPowerAction = (action: BulkActionName): action is BulkPowerAction =>
  bulkPowerActions.some(each => each === action)

/** Nothing was done; everything else that goes wrong is a failure. */
const refusals: readonly string[] = [
  'forbidden',
  'not_found',
  'conflict',
  'server_suspended',
  'node_offline',
  'secret_unreadable',
]

export function createPerformStep(deps: StepDeps & { store: BulkActionsStore }) {
  const { access, users, gameServers, power, link, store } = deps

  /** With the rights that the account has now. */
  async function callerOf(userId: number): Promise<AccountCaller> {
    const user = await users.findById(userId)
    if (!user || user.disabledAtMs !== null || user.suspended) {
      const message = 'the account that asked for this is gone, disabled or suspended'
      throw new PanelError('forbidden', { message })
    }
    const { id, login } = user
    if (user.kind === 'service')
      return { kind: 'service-account', userId: id, login, keyId: 0, expiresAtMs: null }
    const session = { jti: '', issuedAtMs: 0, expiresAtMs: 0, restricted: false }
    return { kind: 'login-session', userId: id, login, ...session }
  }

  async function order(
    action: BulkPowerAction,
    serverId: number,
    options: BulkOptions,
    { caller, also }: { caller: AccountCaller; also: AlsoCreate },
  ): Promise<void> {
    const server = await gameServers.find(serverId)
    requireNotSuspended(server, action)
    const { nodeId } = server
    if (!link.isOnline(nodeId)) throw new PanelError('node_offline')
    if (action !== 'stop' && action !== 'restart') {
      await gameServers.act(serverId, action, caller.userId, { also })
      return
    }
    const { when = 'now', delay_seconds, message } = options
    const isPlain = when === 'now' && message === undefined
    const asked = { action, when, delay_seconds, message }
    await power.set(serverId, isPlain ? asked : await power.fitted(serverId, asked), caller, also)
  }

  async function changeTags(
    serverId: number,
    { add_tags = [], remove_tags = [] }: BulkOptions,
    caller: AccountCaller,
  ) {
    const { tags } = await gameServers.find(serverId)
    const kept = tags.filter(tag => !remove_tags.includes(tag))
    const next = [...kept, ...add_tags.filter(tag => !kept.includes(tag))]
    if (next.join('\n') === tags.join('\n')) return
    await gameServers.change(serverId, { tags: next }, { caller, requireState: null, isBound: false })
  }

  /** Null: it was begun, and its task tells the rest. */
  async function perform(bulk: StoredBulkAction, step: StoredStep): Promise<StepEnd | null> {
    const { action } = bulk
    const { serverId } = step
    const options = JSON.parse(bulk.options) as BulkOptions
    const caller = await callerOf(bulk.requestedBy)
    await access.authorize(ruleOf[action], caller, { server: String(serverId) })
    if (isPowerAction(action)) {
      const also: AlsoCreate = (transaction, taskId) => store.begin(transaction, bulk.id, step, taskId)
      await order(action, serverId, options, { caller, also })
      return null
    }
    if (action === 'tag') await changeTags(serverId, options, caller)
    else if (action === 'delete') await gameServers.remove(serverId, options.files ?? 'keep', caller.userId)
    else if (await store.claim(bulk.id, step)) await deps.console.send(serverId, options.command ?? '')
    else return null
    return { status: 'done' }
  }

  return async (bulk: StoredBulkAction, step: StoredStep): Promise<StepEnd | null> => {
    try {
      return await perform(bulk, step)
    } catch (error) {
      if (!(error instanceof PanelError)) throw error
      // It was deleted, and the panel ended before it could be noted.
      const isGone = bulk.action === 'delete' && error.code === 'not_found' && step.serverName !== null
      if (isGone) return { status: 'done' }
      const status = refusals.includes(error.code) ? 'skipped' : 'failed'
      return { status, code: error.code, reason: error.message }
    }
  }
}
