// On which game servers somebody holds a permission, as a rule that a database can apply without asking per server.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { isAdministrator, type PermissionEntry } from './decide.ts'

/** Either all but some, or only some. */
export type VisibleGameServers = { all: true; except: number[] } | { all: false; only: number[] }

export function visibleGameServers(entries: readonly PermissionEntry[]): VisibleGameServers {
  return gameServersAlone(entries, 'game-server-common')
}

/** Those on which the permission is held together with the basic privileges. */
export function gameServersWith(
  entries: readonly PermissionEntry[],
  permission: GameServerPermission,
): VisibleGameServers {
  return inBoth(visibleGameServers(entries), gameServersAlone(entries, permission))
}

function gameServersAlone(
  entries: readonly PermissionEntry[],
  permission: GameServerPermission,
): VisibleGameServers {
  const named = entries.filter(entry => entry.permission === permission)
  const wide = named.filter(isAboutEveryServer)
  const single = named.filter(entry => entry.objectType === 'server' && entry.objectId !== 0)
  const denied = new Set(single.filter(entry => entry.effect === 'deny').map(entry => entry.objectId))
  if (wide.some(entry => entry.effect === 'deny')) return { all: false, only: [] }
  if (wide.length > 0 || isAdministrator(entries)) return { all: true, except: [...denied] }
  const allowed = new Set(single.filter(entry => entry.effect === 'allow').map(entry => entry.objectId))
  return { all: false, only: [...allowed].filter(id => !denied.has(id)) }
}

function isAboutEveryServer(entry: PermissionEntry): boolean {
  return entry.objectType === '' || (entry.objectType === 'server' && entry.objectId === 0)
}

function inBoth(one: VisibleGameServers, other: VisibleGameServers): VisibleGameServers {
  if (one.all && other.all) return { all: true, except: [...new Set([...one.except, ...other.except])] }
  const [list, rule] = one.all ? [other, one] : [one, other]
  if (list.all) return list
  const named = new Set(rule.all ? rule.except : rule.only)
  return { all: false, only: list.only.filter(id => named.has(id) !== rule.all) }
}

export function isVisible(visible: VisibleGameServers, gameServerId: number): boolean {
  return visible.all ? !visible.except.includes(gameServerId) : visible.only.includes(gameServerId)
}
