// Refuses permission entries that no decision would ever look at: on objects that do not exist, or without any effect.

import type { ObjectType } from '@rookery/contracts/game-server-permissions.ts'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { PermissionEntry } from './logic/decide.ts'
import { ineffectiveFields } from './logic/entry-effect.ts'

const tables = {
  server: 'game_servers',
  node: 'nodes',
  user: 'users',
  role: 'roles',
  template: 'templates',
  task: 'tasks',
  plugin: 'plugins',
} as const satisfies Partial<Record<ObjectType, keyof Schema>>

type Stored = keyof typeof tables

function isStored(objectType: string): objectType is Stored {
  return objectType in tables
}

interface CheckedEntries {
  entries: readonly PermissionEntry[]
  /** What the user or role has already. */
  stored: readonly PermissionEntry[]
  /** Where the list stands in the request: the field that is named in the refusal. */
  path: string
}

export async function requireUsableEntries(
  db: Kysely<Schema>,
  { entries, stored, path }: CheckedEntries,
): Promise<void> {
  const ineffective = ineffectiveFields(entries, stored, path)
  if (Object.keys(ineffective).length > 0) throw new PanelError('invalid_input', { fields: ineffective })
  const fields: Record<string, string[]> = {}
  for (const [objectType, named] of Map.groupBy(entries, entry => entry.objectType)) {
    const ids = new Set(named.map(entry => entry.objectId).filter(id => id !== 0))
    if (ids.size === 0 || !isStored(objectType)) continue
    const rows = await db
      .selectFrom(tables[objectType])
      .select('id')
      .where('id', 'in', [...ids])
      .execute()
    const known = new Set(rows.map(row => row.id))
    for (const [index, entry] of entries.entries()) {
      const isNamed = entry.objectType === objectType && entry.objectId !== 0
      if (!isNamed || known.has(entry.objectId)) continue
      fields[`${path}.${index}.object_id`] = [`there is no ${objectType} with this id`]
    }
  }
  if (Object.keys(fields).length > 0) throw new PanelError('invalid_input', { fields })
}
