// The permission that a task belongs to: who may ask for it may follow it.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { type TaskKind, taskKinds } from '@rookery/contracts/run-states.ts'

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
}

export const kindsByPermission: ReadonlyMap<GameServerPermission, readonly TaskKind[]> = Map.groupBy(
  taskKinds,
  kind => permissionOfTask[kind],
)
