// Says what a set of permission entries gives and denies, scope by scope.

import type { Permission } from '@rookery/contracts/game-server-permissions.ts'
import type { StoredEntry } from '@rookery/contracts/http/permissions.ts'
import type { TextOf } from '../../../texts/texts.ts'
import { type Effect, entriesIn, inDisplayOrder, type Scope, scopesOf, withoutEffectIn } from './scopes.ts'

/** The name of an object, if it is known. */
export type NameOf = (scope: Scope) => string | undefined

export function scopeText(t: TextOf, scope: Scope, nameOf: NameOf): string {
  const { objectType, objectId } = scope
  if (objectType === null) return t('permissions.scopes.everywhere')
  if (objectId === null) return t(`permissions.scopes.all.${objectType}`)
  return t(`permissions.scopes.one.${objectType}`, { name: nameOf(scope) ?? `#${objectId}` })
}

export function listed(t: TextOf, permissions: readonly Permission[], language: string): string | null {
  if (permissions.length === 0) return null
  const names = inDisplayOrder(permissions).map(permission => t(`permissionTitles.${permission}`))
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names)
}

export interface ScopeText {
  scope: Scope
  where: string
  allows: string | null
  denies: string | null
  /** Stored, but nothing comes of it. */
  withoutEffect: string | null
}

export function scopeSummary(
  t: TextOf,
  entries: readonly StoredEntry[],
  scope: Scope,
  nameOf: NameOf,
  language: string,
): ScopeText {
  const strays = withoutEffectIn(entries, scope)
  const inScope = entriesIn(entries, scope).filter(({ permission }) => !strays.includes(permission))
  const having = (effect: Effect) =>
    inScope.filter(entry => entry.effect === effect).map(({ permission }) => permission)
  return {
    scope,
    where: scopeText(t, scope, nameOf),
    allows: listed(t, having('allow'), language),
    denies: listed(t, having('deny'), language),
    withoutEffect: listed(t, strays, language),
  }
}

export const entriesText = (
  t: TextOf,
  entries: readonly StoredEntry[],
  nameOf: NameOf,
  language: string,
): ScopeText[] => scopesOf(entries).map(scope => scopeSummary(t, entries, scope, nameOf, language))
