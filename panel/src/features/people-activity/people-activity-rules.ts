// What an entry says about a change: what was there before and after, as people read it.

import type { PeopleActivityDetails } from '@rookery/contracts/http/activity.ts'
import type { Caller, SignedInCaller } from '../../platform/caller.ts'
import type { PermissionEntry } from '../access/logic/decide.ts'

export interface Author {
  userId: number | null
  login: string | null
  via: 'session' | 'token' | 'key' | 'command' | 'panel'
  /** Of a command: the account on the machine. */
  machineUser?: string
}

type Value = string | number | boolean | null | undefined
type Changes = NonNullable<PeopleActivityDetails['changes']>
type ChangedPermissions = NonNullable<PeopleActivityDetails['permissions']>

const textLimit = 300
const listLimit = 100

const waysOf = {
  'login-session': 'session',
  'personal-access-token': 'token',
  'service-account': 'key',
} as const satisfies Record<SignedInCaller['kind'], Author['via']>

export function authorOf(caller: Caller): Author {
  if (caller.kind === 'anonymous') return { userId: null, login: null, via: 'panel' }
  return { userId: caller.userId, login: caller.login, via: waysOf[caller.kind] }
}

/** Whoever signs in or is about to: there is no session yet. */
export function authorOfUser({ id, login }: { id: number; login: string }): Author {
  return { userId: id, login, via: 'session' }
}

/** Fields of `after` that are given and differ. */
export function changedFields(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): Changes {
  return Object.entries(after)
    .filter(([field, value]) => value !== undefined && textOf(value) !== textOf(before[field]))
    .map(([field, value]) => ({ field, before: textOf(before[field]), after: textOf(value) }))
}

function textOf(value: Value): string | null {
  return value === undefined || value === null || value === '' ? null : String(value).slice(0, textLimit)
}

export function changedNames(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter(name => !before.includes(name)).slice(0, listLimit),
    removed: before.filter(name => !after.includes(name)).slice(0, listLimit),
  }
}

/** Entries of one holder. An allow beside a deny of the same permission counts as the deny, which wins. */
export function changedPermissions(
  before: readonly PermissionEntry[],
  after: readonly PermissionEntry[],
): ChangedPermissions {
  const [old, now] = [effects(before), effects(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter(key => old.get(key)?.effect !== now.get(key)?.effect)
    .slice(0, listLimit)
    .flatMap(key => {
      const entry = now.get(key) ?? old.get(key)
      if (!entry) return []
      return {
        permission: entry.permission,
        object_type: entry.objectType === '' ? null : entry.objectType,
        object_id: entry.objectId === 0 ? null : entry.objectId,
        before: old.get(key)?.effect ?? null,
        after: now.get(key)?.effect ?? null,
      }
    })
}

function effects(entries: readonly PermissionEntry[]): Map<string, PermissionEntry> {
  const byPlace = new Map<string, PermissionEntry>()
  for (const entry of entries) {
    const key = `${entry.permission} ${entry.objectType} ${entry.objectId}`
    if (entry.effect === 'deny' || !byPlace.has(key)) byPlace.set(key, entry)
  }
  return byPlace
}

/** Failed sign-ins of one account, or of logins that nobody has, within one hour. */
export interface FailedSignIns {
  wrongPasswords: number
  wrongCodes: number
  firstAtMs: number
  lastAtMs: number
  addresses: readonly string[]
}

const addressLimit = 5

export function withFailures(stored: FailedSignIns | undefined, more: FailedSignIns): FailedSignIns {
  if (!stored) return { ...more, addresses: more.addresses.slice(0, addressLimit) }
  return {
    wrongPasswords: stored.wrongPasswords + more.wrongPasswords,
    wrongCodes: stored.wrongCodes + more.wrongCodes,
    firstAtMs: Math.min(stored.firstAtMs, more.firstAtMs),
    lastAtMs: Math.max(stored.lastAtMs, more.lastAtMs),
    addresses: [...new Set([...stored.addresses, ...more.addresses])].slice(0, addressLimit),
  }
}
