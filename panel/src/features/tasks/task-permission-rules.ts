// The right that a kind of task belongs to: who may ask for such a task may follow it too.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { type TaskKind, taskKinds } from '@rookery/contracts/run-states.ts'
import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'

export const permissionOfTask: Readonly<Record<TaskKind, GameServerPermission>> = {
  install: 'game-server-update',
  reinstall: 'game-server-update',
  update: 'game-server-update',
  start: 'game-server-start',
  stop: 'game-server-stop',
  restart: 'game-server-restart',
  pause: 'game-server-pause',
  resume: 'game-server-pause',
  kill: 'game-server-stop',
  delete: 'game-server-common',
  clone: 'game-server-update',
  archive: 'game-server-files',
  extract: 'game-server-files',
  backup: 'game-server-files',
  // Asked for with `game-server-update` beside it.
  restore: 'game-server-files',
}

export const kindsByPermission: ReadonlyMap<GameServerPermission, readonly TaskKind[]> = Map.groupBy(
  taskKinds,
  kind => permissionOfTask[kind],
)

/** A personal access token can ask for no task of the kinds that are missing here. */
const abilityOfTask: Partial<Record<TaskKind, TokenAbility>> = {
  install: 'server:update',
  update: 'server:update',
  start: 'server:start',
  stop: 'server:stop',
  kill: 'server:stop',
  restart: 'server:restart',
}

/** What a new game server brings with it. */
const kindsOfCreation: readonly TaskKind[] = ['install', 'start']

export type TokenFollows = 'with the permission' | 'as administrator' | 'no'

/** Whether a token with these abilities may follow a task of this kind, and what its owner must be for that. */
export function tokenFollows(abilities: readonly TokenAbility[], kind: TaskKind): TokenFollows {
  const ability = abilityOfTask[kind]
  if (ability !== undefined && abilities.includes(ability)) return 'with the permission'
  const isOfCreation = abilities.includes('admin:server:create') && kindsOfCreation.includes(kind)
  return isOfCreation ? 'as administrator' : 'no'
}
