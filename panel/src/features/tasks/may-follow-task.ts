// Who may follow a task: those who see the whole section, and those who may ask for a task of its kind there.

import type { Task } from '@rookery/contracts/http/tasks.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import { followedKinds, tokenFollows } from './logic/task-rights.ts'
import type { Tasks } from './tasks.ts'
import type { TaskScope } from './tasks-store.ts'

/** Others get the same refusal whether or not the task exists (A08). */
export async function mayFollowTask(
  tasks: Tasks,
  access: Access,
  caller: SignedInCaller,
  taskId: number,
): Promise<void> {
  if (await seesSection(access, caller, taskId)) return
  const task = await tasks.read(taskId).catch(() => null)
  if (!task || !(await mayAskForSuch(access, caller, task))) throw new PanelError('forbidden')
}

/** Whoever may ask for such a task, or may edit tasks, may also cancel it. */
export async function mayCancelTask(
  tasks: Tasks,
  access: Access,
  caller: SignedInCaller,
  taskId: number,
): Promise<void> {
  const editable = await access.allowedInSection(caller.userId, 'edit', 'task', [taskId])
  if (editable.length > 0) return
  const task = await tasks.read(taskId).catch(() => null)
  if (!task || !(await mayAskForSuch(access, caller, task))) throw new PanelError('forbidden')
}

/** The tasks that a person's list shows. */
export async function followableTasks(
  tasks: Tasks,
  access: Access,
  caller: SignedInCaller,
): Promise<TaskScope> {
  const visible = await access.visibleGameServers(caller.userId)
  if (await seesSection(access, caller, 0)) return { all: true, except: visible.all ? visible.except : [] }
  // A token gets here with the ability to read all tasks only, which is worth nothing without the section.
  if (caller.kind !== 'login-session') return { all: false, only: [] }
  const ids = visible.all ? await tasks.gameServersWithTasks() : visible.only
  const only = new Map<string, { kinds: string[]; gameServerIds: number[] }>()
  for (const id of ids) {
    const kinds = followedKinds(await access.onGameServer(caller, id))
    const group = only.get(kinds.join()) ?? { kinds, gameServerIds: [] }
    group.gameServerIds.push(id)
    only.set(kinds.join(), group)
  }
  return { all: false, only: [...only.values()].filter(({ kinds }) => kinds.length > 0) }
}

async function seesSection(access: Access, caller: SignedInCaller, taskId: number): Promise<boolean> {
  const isCarried = caller.kind === 'login-session' || caller.abilities.includes('admin:gdaemon-task:read')
  return isCarried && (await access.allowedInSection(caller.userId, 'view', 'task', [taskId])).length > 0
}

async function mayAskForSuch(access: Access, caller: SignedInCaller, task: Task): Promise<boolean> {
  if (task.server_id === null) return false
  if (caller.kind === 'personal-access-token') {
    const follows = tokenFollows(caller.abilities, task.kind)
    if (follows === 'no') return false
    if (follows === 'as administrator') return access.isAdministrator(caller.userId)
  }
  const held = await access.onGameServer(caller, task.server_id)
  return followedKinds(held).includes(task.kind)
}
