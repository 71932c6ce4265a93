// Presets that an administrator has changed, in the database.

import {
  type GameServerPermission,
  gameServerPermissions,
} from '@rookery/contracts/game-server-permissions.ts'
import type { PresetName } from '@rookery/contracts/permission-presets.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import { raiseDataVersion } from '../../platform/database/data-versions.ts'
import { type AlsoWrite, inTransaction, upsert } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'

export interface PresetsStore {
  /** By name; permissions that this version does not know are left out. */
  read(within?: Kysely<Schema>): Promise<Map<string, GameServerPermission[]>>
  /** `also` is written together with it, sees what was before, and throws where that must stay. */
  write(
    name: PresetName,
    permissions: readonly GameServerPermission[],
    nowMs: number,
    also: AlsoWrite,
  ): Promise<void>
  remove(name: PresetName, also: AlsoWrite): Promise<void>
}

const storedNames = z.array(z.string())

const isKnown = (name: string): name is GameServerPermission => Object.hasOwn(gameServerPermissions, name)

export function createPresetsStore(db: Kysely<Schema>): PresetsStore {
  /** One after the other, so that what `also` sees is so until the end: the row of a default preset is not there. */
  const lock = (transaction: Kysely<Schema>) => raiseDataVersion(transaction, 'permission presets')
  return {
    async read(within = db) {
      const rows = await within.selectFrom('permission_presets').select(['name', 'permissions']).execute()
      return new Map(
        rows.map(({ name, permissions }) => [
          name,
          parseJson(storedNames, permissions, `the preset ${name}`).filter(isKnown),
        ]),
      )
    },
    async write(name, permissions, nowMs, also) {
      const changes = { permissions: JSON.stringify(permissions), updated_at: nowMs }
      await inTransaction(db, async transaction => {
        await lock(transaction)
        await also(transaction)
        await upsert(transaction, 'permission_presets', { name, ...changes }, ['name'], changes)
      })
    },
    async remove(name, also) {
      await inTransaction(db, async transaction => {
        await lock(transaction)
        await also(transaction)
        await transaction.deleteFrom('permission_presets').where('name', '=', name).execute()
      })
    },
  }
}
