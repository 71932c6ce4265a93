// On which objects somebody holds a permission, as a rule that a database can apply without asking per object.

import type {
  GameServerPermission,
  ObjectType,
  Permission,
} from '@rookery/contracts/game-server-permissions.ts'
import { isAdministrator, type PermissionEntry } from './decide.ts'

/** Either all but some, or only some. */
export type VisibleObjects = { all: true; except: number[] } | { all: false; only: number[] }
export type VisibleGameServers = VisibleObjects

/** What a list of a section shows: everything that the same person could open (2.2). */
export function visibleObjects(entries: readonly PermissionEntry[], objectType: ObjectType): VisibleObjects {
  return objectsWith(entries, 'view', objectType)
}

export function visibleGameServers(entries: readonly PermissionEntry[]): VisibleGameServers {
  return objectsWith(entries, 'game-server-common', 'server')
}

/** Those on which the permission is held together with the basic privileges. */
export function gameServersWith(
  entries: readonly PermissionEntry[],
  permission: GameServerPermission,
): VisibleGameServers {
  return inBoth(visibleGameServers(entries), objectsWith(entries, permission, 'server'))
}

function objectsWith(
  entries: readonly PermissionEntry[],
  permission: Permission,
  objectType: ObjectType,
): VisibleObjects {
  const named = entries.filter(entry => entry.permission === permission)
  const ofType = named.filter(entry => entry.objectType === objectType)
  const single = ofType.filter(entry => entry.objectId !== 0)
  const wide = [
    ...named.filter(entry => entry.objectType === ''),
    ...ofType.filter(entry => entry.objectId === 0),
  ]
  const denied = new Set(single.filter(entry => entry.effect === 'deny').map(entry => entry.objectId))
  if (wide.some(entry => entry.effect === 'deny')) return { all: false, only: [] }
  if (wide.length > 0 || isAdministrator(entries)) return { all: true, except: [...denied] }
  const allowed = new Set(single.filter(entry => entry.effect === 'allow').map(entry => entry.objectId))
  return { all: false, only: [...allowed].filter(id => !denied.has(id)) }
}

function inBoth(one: VisibleGameServers, other: VisibleGameServers): VisibleGameServers {
  if (one.all && other.all) return { all: true, except: [...new Set([...one.except, ...other.except])] }
  const [list, rule] = one.all ? [other, one] : [one, other]
  if (list.all) return list
  const named = new Set(rule.all ? rule.except : rule.only)
  return { all: false, only: list.only.filter(id => named.has(id) !== rule.all) }
}

export function isVisible(visible: VisibleObjects, id: number): boolean {
  return visible.all ? !visible.except.includes(id) : visible.only.includes(id)
}

export function isNothingVisible(visible: VisibleObjects): boolean {
  return !visible.all && visible.only.length === 0
}

export const everyObject: VisibleObjects = { all: true, except: [] }

/** As the operator and the list of a condition on ids. No object has the id 0, and no list may be empty. */
export function listedIds(visible: VisibleObjects): ['in' | 'not in', number[]] {
  return visible.all ? ['not in', [0, ...visible.except]] : ['in', [0, ...visible.only]]
}

/** What the text of a query for a list of visible objects depends on. */
export interface ListedShape {
  by: 'in' | 'not in'
  /** How many are named. */
  ids: number
}

export interface ListedValues {
  ids: readonly number[]
  limit: number
  offset: number
}

/** The condition of `listedIds` and a page, apart: what such a query looks like, and what it asks for this time. */
export function listedQuery(
  visible: VisibleObjects,
  { limit, offset }: { limit: number; offset: number },
): { shape: ListedShape; values: ListedValues } {
  const [by, ids] = listedIds(visible)
  return { shape: { by, ids: ids.length }, values: { ids, limit, offset } }
}

/** That condition with the places of its ids. */
export function listedPlaces(
  { by, ids }: ListedShape,
  at: (pick: (values: ListedValues) => number) => number,
): ['in' | 'not in', number[]] {
  return [by, Array.from({ length: ids }, (_, index) => at(values => values.ids[index] ?? 0))]
}
