// What a service account may never hand out, whatever its roles allow: rights to itself, and administration to anybody.
// So everything that a stolen key can do ends when the key is revoked.

import type { PermissionEntry } from './decide.ts'

/** An entry, and the role that gives it: held twice is not held once, because one of both may be taken away. */
type Held = PermissionEntry & { role: { id: number } | null }

export interface RightsBefore {
  /** Entries of the service account that acts, its own and those of its roles. */
  own: readonly Held[]
  administrators: readonly number[]
}

/** Why the change is refused; null when it may stand. */
export function handedOut(before: RightsBefore, after: RightsBefore): string | null {
  if (written(before.own) !== written(after.own)) {
    return 'a service account cannot change its own permissions or roles: a person who is an administrator does that'
  }
  const were = new Set(before.administrators)
  if (after.administrators.some(id => !were.has(id))) {
    return 'a service account cannot make administrators: a person who is an administrator does that'
  }
  return null
}

function written(entries: readonly Held[]): string {
  const lines = entries.map(
    ({ permission, effect, objectType, objectId, role }) =>
      `${permission} ${effect} ${objectType} ${objectId} ${role?.id ?? 'direct'}`,
  )
  return lines.toSorted().join('\n')
}
