// What a list of a section leaves out: objects that somebody may not view although they may view the section.

import type { ObjectType } from '@rookery/contracts/game-server-permissions.ts'
import type { PermissionEntry } from './decide.ts'

/** Only for somebody who holds `view` on the type, or is an administrator: a deny on one object is what is left. */
export function hiddenObjects(entries: readonly PermissionEntry[], objectType: ObjectType): number[] {
  const hiding = entries.filter(
    entry =>
      entry.permission === 'view' &&
      entry.effect === 'deny' &&
      entry.objectType === objectType &&
      entry.objectId !== 0,
  )
  return [...new Set(hiding.map(entry => entry.objectId))]
}
