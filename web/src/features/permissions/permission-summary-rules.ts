// What somebody may do on one game server, in short: the nearest preset with what differs from it, and why they have it.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { PermissionPreset } from '@rookery/contracts/http/invitations.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import type { PresetName } from '@rookery/contracts/permission-presets.ts'

export type AccessSummary =
  | { kind: 'none' }
  | { kind: 'everything' }
  /** Everything as an administrator, but for what is denied. */
  | { kind: 'administrator'; less: GameServerPermission[] }
  /** The basic privileges alone. */
  | { kind: 'looks' }
  /** As a preset gives, with these more and these less; without one all of them are more. */
  | { kind: 'some'; preset: PresetName | null; more: GameServerPermission[]; less: GameServerPermission[] }

/** With more differences than this a preset explains nothing. */
const mostDifferences = 4

const basic: GameServerPermission = 'game-server-common'

export function accessSummary(
  cells: readonly Pick<PermissionOnGameServer, 'permission' | 'value'>[],
  presets: readonly Pick<PermissionPreset, 'name' | 'permissions'>[],
  isAdministrator = false,
): AccessSummary {
  const held = cells.filter(({ value }) => value).map(({ permission }) => permission)
  if (!held.includes(basic)) return { kind: 'none' }
  if (isAdministrator) {
    const less = cells.filter(({ value }) => !value).map(({ permission }) => permission)
    return { kind: 'administrator', less }
  }
  if (held.length === cells.length) return { kind: 'everything' }
  const permissions = held.filter(permission => permission !== basic)
  if (permissions.length === 0) return { kind: 'looks' }
  const [nearest] = presets
    .map(({ name, permissions: given }) => ({
      preset: name,
      more: held.filter(permission => !given.includes(permission)),
      less: given.filter(permission => !held.includes(permission)),
    }))
    .sort((one, other) => differencesOf(one) - differencesOf(other))
  return nearest && differencesOf(nearest) <= mostDifferences
    ? { kind: 'some', ...nearest }
    : { kind: 'some', preset: null, more: permissions, less: [] }
}

/** What is missing counts a little more: "and also" is easier to grasp than "but not". */
const differencesOf = ({ more, less }: { more: unknown[]; less: unknown[] }) =>
  more.length + less.length * 1.01

export type AccessReason = { by: 'administrator' | 'own' | 'none' } | { by: 'role'; title: string }

/** Why somebody is here at all: what decides on the basic privileges. */
export function accessReason(
  isAdministrator: boolean,
  cells: readonly PermissionOnGameServer[],
): AccessReason {
  const common = cells.find(({ permission }) => permission === basic)
  if (!common?.value) return { by: 'none' }
  if (isAdministrator) return { by: 'administrator' }
  const role = common.source.entry?.role
  return role ? { by: 'role', title: role.title } : { by: 'own' }
}
