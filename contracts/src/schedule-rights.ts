// The rights that a schedule exercises: whoever makes it must hold them, so that nobody gains a right by a schedule.

import type { GameServerPermission } from './game-server-permissions.ts'
import type { ScheduleAction } from './schedule.ts'
import type { TokenAbility } from './token-abilities.ts'

export interface ActionRight {
  permission: GameServerPermission
  /** What a personal access token needs beside its owner's permission. */
  ability: TokenAbility
}

const update: ActionRight = { permission: 'game-server-update', ability: 'server:update' }
const restart: ActionRight = { permission: 'game-server-restart', ability: 'server:restart' }

export const actionRights: Readonly<Record<ScheduleAction, readonly ActionRight[]>> = {
  start: [{ permission: 'game-server-start', ability: 'server:start' }],
  stop: [{ permission: 'game-server-stop', ability: 'server:stop' }],
  restart: [restart],
  // A scheduled update stops a game that runs and starts it again.
  update: [update, restart],
  command: [{ permission: 'game-server-console-send', ability: 'server:console' }],
}
