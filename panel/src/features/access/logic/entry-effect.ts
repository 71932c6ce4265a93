// Refuses permission entries that could never take effect, and leaves those that are stored already as they are.

import { type NoEffectReason, noEffectReason } from '@rookery/contracts/permission-scopes.ts'
import type { PermissionEntry } from './decide.ts'

function textOf(reason: NoEffectReason, { permission, objectType }: PermissionEntry): string {
  const messages: Record<NoEffectReason, string> = {
    global_only: `${permission} counts only where it is given everywhere: leave object_type and object_id out`,
    game_servers_only: `${permission} has no effect on the type ${objectType}: it counts on game servers, use the type server or none`,
    not_on_game_servers: `${permission} has no effect on game servers: use the permissions that begin with game-server-`,
    administrators_only: `${permission} has no effect on the type ${objectType}: users and roles are for administrators only`,
    not_on_tasks: `${permission} has no effect on tasks: only view and edit do`,
    not_on_one_object: `${permission} has no effect on one ${objectType}: leave object_id out`,
  }
  return messages[reason]
}

const keyOf = ({ permission, effect, objectType, objectId }: PermissionEntry) =>
  `${effect} ${permission} ${objectType} ${objectId}`

/**
 * What is wrong, by field; empty when nothing is. An entry that is `stored` already, from a time when it was accepted,
 * may be sent back: whoever changes something else must not lose it.
 */
export function ineffectiveFields(
  entries: readonly PermissionEntry[],
  stored: readonly PermissionEntry[],
  path: string,
): Record<string, string[]> {
  const known = new Set(stored.map(keyOf))
  const fields: Record<string, string[]> = {}
  for (const [index, entry] of entries.entries()) {
    const scope = { objectType: entry.objectType || null, objectId: entry.objectId || null }
    const reason = noEffectReason(entry.permission, scope)
    if (reason === null || known.has(keyOf(entry))) continue
    const field = reason === 'not_on_one_object' ? 'object_id' : 'object_type'
    fields[`${path}.${index}.${field}`] = [textOf(reason, entry)]
  }
  return fields
}
