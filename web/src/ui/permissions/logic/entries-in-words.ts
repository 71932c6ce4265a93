// Says what a set of permission entries gives and denies, scope by scope.

import type { StoredEntry } from '@rookery/contracts/http/permissions.ts'
import type { TextOf } from '../../texts/texts.ts'
import { type Effect, entriesIn, inShownOrder, type Scope, scopesOf } from './scopes.ts'

/** The name of an object, if it is known. */
export type NameOf = (scope: Scope) => string | undefined

export function scopeInWords(t: TextOf, scope: Scope, nameOf: NameOf): string {
  const { objectType, objectId } = scope
  if (objectType === null) return t('permissions.scopes.everywhere')
  if (objectId === null) return t(`permissions.scopes.all.${objectType}`)
  return t(`permissions.scopes.one.${objectType}`, { name: nameOf(scope) ?? `#${objectId}` })
}

function listed(t: TextOf, entries: readonly StoredEntry[], effect: Effect, language: string): string | null {
  const ofEffect = entries.filter(entry => entry.effect === effect).map(({ permission }) => permission)
  if (ofEffect.length === 0) return null
  const names = inShownOrder(ofEffect).map(permission => t(`permissions.names.${permission}`))
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names)
}

export interface ScopeWords {
  scope: Scope
  where: string
  allows: string | null
  denies: string | null
}

export function scopeSummary(
  t: TextOf,
  entries: readonly StoredEntry[],
  scope: Scope,
  nameOf: NameOf,
  language: string,
): ScopeWords {
  const inScope = entriesIn(entries, scope)
  return {
    scope,
    where: scopeInWords(t, scope, nameOf),
    allows: listed(t, inScope, 'allow', language),
    denies: listed(t, inScope, 'deny', language),
  }
}

export const entriesInWords = (
  t: TextOf,
  entries: readonly StoredEntry[],
  nameOf: NameOf,
  language: string,
): ScopeWords[] => scopesOf(entries).map(scope => scopeSummary(t, entries, scope, nameOf, language))
