// Who may see which tasks: all of them with `view` on tasks, others those that belong to a permission they hold.

import type { SignedInCaller } from '../../platform/caller.ts'
import { inSection } from '../../platform/http/access-rule.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import { kindsByPermission, permissionOfTask } from './logic/task-permissions.ts'
import type { Tasks } from './tasks.ts'
import type { VisibleTasks } from './tasks-store.ts'

const viewTasks = inSection('task', 'view', 'admin:gdaemon-task:read')

/** Others get the same refusal whether or not the task exists (A08). */
export async function mayFollowTask(
  tasks: Tasks,
  access: Access,
  caller: SignedInCaller,
  taskId: number,
): Promise<void> {
  if (await access.isAllowed(viewTasks, caller, { id: String(taskId) })) return
  const task = await tasks.read(taskId).catch(() => null)
  if (task?.server_id != null) {
    const held = await access.onGameServer(caller, task.server_id)
    if (held[permissionOfTask[task.kind]]) return
  }
  throw new PanelError('forbidden')
}

export async function visibleTasks(access: Access, caller: SignedInCaller): Promise<VisibleTasks> {
  if (await access.isAllowed(viewTasks, caller, {})) {
    return { allBut: await access.hiddenObjects(caller.userId, 'task') }
  }
  const visible = [...kindsByPermission].map(async ([permission, kinds]) => ({
    kinds,
    gameServers: await access.gameServersWith(caller.userId, permission),
  }))
  return { those: await Promise.all(visible) }
}
