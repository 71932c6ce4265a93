// Who may see which tasks: all of them with `view` on tasks, others those that belong to a permission they hold.

import type { Task } from '@rookery/contracts/http/tasks.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { inSection } from '../../platform/http/access-rule.ts'
import { lacking } from '../../platform/lacking.ts'
import type { Access } from '../access/access.ts'
import { kindsByPermission, permissionOfTask, tokenFollows } from './task-permission-rules.ts'
import type { Tasks } from './tasks.ts'
import type { VisibleTasks } from './tasks-store.ts'

const editTasks = inSection('task', 'edit')
const viewTasks = inSection('task', 'view', 'admin:gdaemon-task:read')

/** Others get the same refusal whether or not the task exists (A08). */
export async function mayFollowTask(
  tasks: Tasks,
  access: Access,
  caller: SignedInCaller,
  taskId: number,
): Promise<void> {
  if (await access.isAllowed(viewTasks, caller, { id: String(taskId) })) return
  await requireRightToAsk(tasks, access, caller, taskId)
}

/** Whoever may ask for such a task, or may edit tasks, may also cancel it. */
export async function mayCancelTask(
  tasks: Tasks,
  access: Access,
  caller: SignedInCaller,
  taskId: number,
): Promise<void> {
  if (await access.isAllowed(editTasks, caller, { id: String(taskId) })) return
  await requireRightToAsk(tasks, access, caller, taskId)
}

async function requireRightToAsk(tasks: Tasks, access: Access, caller: SignedInCaller, taskId: number) {
  const task = await tasks.read(taskId).catch(() => null)
  if (task && (await mayAskForSuch(access, caller, task))) return
  throw lacking(
    caller.kind === 'personal-access-token'
      ? { ability: 'admin:gdaemon-task:read' }
      : { permission: 'view', object_type: 'task' },
  )
}

async function mayAskForSuch(access: Access, caller: SignedInCaller, task: Task): Promise<boolean> {
  if (task.server_id === null) return false
  if (caller.kind === 'personal-access-token') {
    const follows = tokenFollows(caller.abilities, task.kind)
    if (follows === 'no') return false
    if (follows === 'as administrator') return access.isAdministrator(caller.userId)
  }
  const held = await access.onGameServer(caller, task.server_id)
  return held[permissionOfTask[task.kind]]
}

export async function visibleTasks(access: Access, caller: SignedInCaller): Promise<VisibleTasks> {
  const viewed = await access.visibleObjects(caller.userId, 'task')
  if (viewed.all) return { allBut: viewed.except }
  const visible = [...kindsByPermission].map(async ([permission, kinds]) => ({
    kinds,
    gameServers: await access.gameServersWith(caller.userId, permission),
  }))
  return { ids: viewed.only, those: await Promise.all(visible) }
}
