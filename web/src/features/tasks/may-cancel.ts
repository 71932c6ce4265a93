// Whether the panel would let a person cancel a task.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { Profile } from '@rookery/contracts/http/profile.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import type { TaskKind } from '@rookery/contracts/run-states.ts'
import { type Abilities, permissionFor } from '../../parts/power/power-rules.ts'

const permissionOfTask: Readonly<Record<TaskKind, GameServerPermission>> = {
  ...permissionFor,
  delete: 'game-server-common',
  clone: 'game-server-update',
  archive: 'game-server-files',
  extract: 'game-server-files',
  backup: 'game-server-files',
  restore: 'game-server-files',
}

/** Whoever may edit tasks, or may ask for such a task on this game server. */
export function mayCancel(
  task: Pick<Task, 'kind' | 'server_id'>,
  profile: Pick<Profile, 'sections'>,
  abilities: Abilities,
): boolean {
  if (profile.sections.task.includes('edit')) return true
  return task.server_id !== null && abilities[permissionOfTask[task.kind]] === true
}
