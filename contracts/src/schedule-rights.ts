// The rights that a schedule exercises: whoever makes it must hold them, so that nobody gains a right by a schedule.

import type { GameServerPermission } from './game-server-permissions.ts'
import type { StepAction } from './schedule.ts'
import type { TokenAbility } from './token-abilities.ts'

export interface ActionRight {
  permission: GameServerPermission
  /** What a personal access token needs beside its owner's permission; null: no token may. */
  ability: TokenAbility | null
}

const update: ActionRight = { permission: 'game-server-update', ability: 'server:update' }
const restart: ActionRight = { permission: 'game-server-restart', ability: 'server:restart' }

export const actionRights: Readonly<Record<StepAction, readonly ActionRight[]>> = {
  start: [{ permission: 'game-server-start', ability: 'server:start' }],
  stop: [{ permission: 'game-server-stop', ability: 'server:stop' }],
  restart: [restart],
  // A scheduled update stops a game that runs and starts it again.
  update: [update, restart],
  command: [{ permission: 'game-server-console-send', ability: 'server:console' }],
  message: [{ permission: 'game-server-rcon-players', ability: 'server:rcon-players' }],
  backup: [{ permission: 'game-server-files', ability: null }],
}

/** Of all that it does. */
export function actionsOf({
  action,
  steps,
}: {
  action?: StepAction | undefined
  steps?: readonly { action: StepAction }[] | undefined
}): StepAction[] {
  const all = steps?.map(step => step.action) ?? (action === undefined ? [] : [action])
  return [...new Set(all)]
}
