// Says what a set of permission entries gives and denies, scope by scope.

import type { Permission } from '@rookery/contracts/game-server-permissions.ts'
import type { StoredEntry } from '@rookery/contracts/http/permissions.ts'
import type { TextOf } from '../../../texts/texts.ts'
import { type Effect, entriesIn, inShownOrder, type Scope, scopesOf, withoutEffectIn } from './scopes.ts'

/** The name of an object, if it is known. */
export type NameOf = (scope: Scope) => string | undefined

export function scopeInWords(t: TextOf, scope: Scope, nameOf: NameOf): string {
  const { objectType, objectId } = scope
  if (objectType === null) return t('permissions.scopes.everywhere')
  if (objectId === null) return t(`permissions.scopes.all.${objectType}`)
  return t(`permissions.scopes.one.${objectType}`, { name: nameOf(scope) ?? `#${objectId}` })
}

function listed(t: TextOf, permissions: readonly Permission[], language: string): string | null {
  if (permissions.length === 0) return null
  const names = inShownOrder(permissions).map(permission => t(`permissions.names.${permission}`))
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names)
}

export interface ScopeWords {
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
): ScopeWords {
  const strays = withoutEffectIn(entries, scope)
  const inScope = entriesIn(entries, scope).filter(({ permission }) => !strays.includes(permission))
  const having = (effect: Effect) =>
    inScope.filter(entry => entry.effect === effect).map(({ permission }) => permission)
  return {
    scope,
    where: scopeInWords(t, scope, nameOf),
    allows: listed(t, having('allow'), language),
    denies: listed(t, having('deny'), language),
    withoutEffect: listed(t, strays, language),
  }
}

export const entriesInWords = (
  t: TextOf,
  entries: readonly StoredEntry[],
  nameOf: NameOf,
  language: string,
): ScopeWords[] => scopesOf(entries).map(scope => scopeSummary(t, entries, scope, nameOf, language))
