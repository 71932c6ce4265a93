// Where a permission entry can take effect: everywhere, on every object of a type, or on one object. The same for allow
// and deny. Its table for people stands in docs/architecture/access-control.md.

import {
  administratorPermission,
  type GeneralPermission,
  gameServerPermissions,
  generalPermissions,
  type ObjectType,
  type Permission,
  sections,
} from './game-server-permissions.ts'

/** Why no decision ever looks at an entry. */
export const noEffectReasons = [
  /** Administrators are known by global entries alone (5.6.5). */
  'global_only',
  /** A permission on game servers, on something else. */
  'game_servers_only',
  /** A general permission on game servers, which have permissions of their own. */
  'not_on_game_servers',
  /** Users and roles are for administrators only (4.3). */
  'administrators_only',
  /** Tasks are created by what they do, and never deleted by hand. */
  'not_on_tasks',
  /** Creating is asked of a whole section: what is not there yet has no id. */
  'not_on_one_object',
] as const
export type NoEffectReason = (typeof noEffectReasons)[number]

export interface EntryScope {
  /** Null: everywhere. */
  objectType: ObjectType | null
  /** Null: every object of the type. */
  objectId: number | null
}

/** Null when the entry can take effect. */
export function noEffectReason(
  permission: Permission,
  { objectType, objectId }: EntryScope,
): NoEffectReason | null {
  if (objectType === null) return null
  if (permission === administratorPermission) return 'global_only'
  if (permission in gameServerPermissions) return objectType === 'server' ? null : 'game_servers_only'
  if (objectType === 'server') return 'not_on_game_servers'
  if (!sections.some(section => section === objectType)) return 'administrators_only'
  const isAskedOfTasks = permission === 'view' || permission === 'edit'
  if (objectType === 'task' && !isAskedOfTasks) return 'not_on_tasks'
  return permission === 'create' && objectId !== null ? 'not_on_one_object' : null
}

/** The general permissions that can take effect there. */
export function generalPermissionsIn(scope: EntryScope): GeneralPermission[] {
  return generalPermissions.filter(permission => noEffectReason(permission, scope) === null)
}
