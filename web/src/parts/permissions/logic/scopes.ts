// Where permission entries hold, and a set of entries changed scope by scope: never two of the same, never a contradiction.

import type { Permission } from '@rookery/contracts/game-server-permissions.ts'
import type { StoredEntry } from '@rookery/contracts/http/permissions.ts'
import { type EntryScope, noEffectReason } from '@rookery/contracts/permission-scopes.ts'
import { displayOrder } from './permission-groups.ts'

export type Scope = EntryScope

export type Effect = StoredEntry['effect']

export const everywhere: Scope = { objectType: null, objectId: null }
export const scopeKey = ({ objectType, objectId }: Scope) =>
  `${objectType ?? 'everywhere'} ${objectId ?? 'all'}`
export const scopeOf = (entry: StoredEntry): Scope => ({
  objectType: entry.object_type,
  objectId: entry.object_id,
})

const width = ({ objectType, objectId }: Scope) => (objectType === null ? 0 : objectId === null ? 1 : 2)

/** The scopes that the entries speak about, and those that are always shown; wide ones first. */
export function scopesOf(entries: readonly StoredEntry[], always: readonly Scope[] = []): Scope[] {
  const byKey = new Map([...always, ...entries.map(scopeOf)].map(scope => [scopeKey(scope), scope]))
  return [...byKey.values()].sort((one, other) => width(one) - width(other))
}

export const entriesIn = (entries: readonly StoredEntry[], scope: Scope): StoredEntry[] =>
  entries.filter(entry => scopeKey(scopeOf(entry)) === scopeKey(scope))

export const effectIn = (
  entries: readonly StoredEntry[],
  scope: Scope,
  permission: Permission,
): Effect | null => entriesIn(entries, scope).find(entry => entry.permission === permission)?.effect ?? null

/** The entries with this permission set to allow, to deny, or to nothing in the scope. */
export function withEffect(
  entries: readonly StoredEntry[],
  { objectType, objectId }: Scope,
  permission: Permission,
  effect: Effect | null,
): StoredEntry[] {
  const others = entries.filter(
    entry =>
      entry.permission !== permission || entry.object_type !== objectType || entry.object_id !== objectId,
  )
  if (effect === null) return others
  return [...others, { permission, effect, object_type: objectType, object_id: objectId }]
}

/** How many choices differ from what is stored. */
export function countChanges(draft: readonly StoredEntry[], stored: readonly StoredEntry[]): number {
  const places = new Map(
    [...draft, ...stored].map(entry => [`${scopeKey(scopeOf(entry))} ${entry.permission}`, entry]),
  )
  const differs = (entry: StoredEntry) =>
    effectIn(draft, scopeOf(entry), entry.permission) !== effectIn(stored, scopeOf(entry), entry.permission)
  return [...places.values()].filter(differs).length
}

export const inDisplayOrder = (permissions: readonly Permission[]): Permission[] =>
  [...permissions].sort((one, other) => displayOrder.indexOf(one) - displayOrder.indexOf(other))

/** What stands in a scope although it can never take effect there: stored before the panel refused it. */
export function withoutEffectIn(entries: readonly StoredEntry[], scope: Scope): Permission[] {
  const strays = entriesIn(entries, scope).filter(entry => noEffectReason(entry.permission, scope) !== null)
  return inDisplayOrder(strays.map(({ permission }) => permission))
}
