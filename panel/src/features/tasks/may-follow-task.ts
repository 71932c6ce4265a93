// Who may follow a task: administrators, and people who hold the permission that its kind belongs to.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { TaskKind } from '@rookery/contracts/run-states.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { Tasks } from './tasks.ts'

export const permissionOfTask: Record<TaskKind, GameServerPermission> = {
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

/** Others get the same refusal whether or not the task exists (A08). */
export async function mayFollowTask(
  tasks: Tasks,
  access: Access,
  caller: SignedInCaller,
  taskId: number,
): Promise<void> {
  if (await access.isAdministrator(caller.userId)) return
  const task = await tasks.read(taskId).catch(() => null)
  if (task?.server_id != null) {
    const held = await access.onGameServer(caller, task.server_id)
    if (held[permissionOfTask[task.kind]]) return
  }
  throw new PanelError('forbidden')
}
