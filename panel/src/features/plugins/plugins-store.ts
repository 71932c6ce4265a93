// Plugins in the database: package, grants and settings, and the values that each plugin keeps.

import { type PluginManifest, pluginManifest } from '@rookery/contracts/plugin/manifest.ts'
import type { PluginPermission } from '@rookery/contracts/plugin/permissions.ts'
import type { Kysely, Selectable } from 'kysely'
import { insertReturningId, inTransaction, toBoolean } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** Without the package's files, which are large. */
export interface StoredPlugin {
  id: number
  manifest: PluginManifest
  packageHash: string
  granted: PluginPermission[]
  /** As stored: secrets sealed. */
  settings: Record<string, string>
  enabled: boolean
  createdAtMs: number
  updatedAtMs: number
}

export interface PluginFiles {
  module: Buffer | null
  frontend: string | null
}

export type PluginChange = Partial<Pick<StoredPlugin, 'granted' | 'settings' | 'enabled'>>

export type PluginsStore = ReturnType<typeof createPluginsStore>

const described = [
  'id',
  'manifest',
  'package_hash',
  'granted',
  'settings',
  'enabled',
  'created_at',
  'updated_at',
] as const

export function createPluginsStore(db: Kysely<Schema>) {
  return {
    async list(): Promise<StoredPlugin[]> {
      const rows = await db.selectFrom('plugins').select(described).orderBy('slug').execute()
      return rows.map(pluginOf)
    },
    async find(id: number): Promise<StoredPlugin | null> {
      const row = await db.selectFrom('plugins').select(described).where('id', '=', id).executeTakeFirst()
      return row ? pluginOf(row) : null
    },
    async files(id: number): Promise<PluginFiles | null> {
      const row = await db
        .selectFrom('plugins')
        .select(['module', 'frontend'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) return null
      const module = row.module === null ? null : Buffer.from(row.module, 'base64')
      return { module, frontend: row.frontend }
    },
    /** A package with the slug of one that is there takes its place; grants and settings stay with it. */
    put: (
      wanted: Pick<StoredPlugin, 'manifest' | 'packageHash'> & PluginFiles,
      nowMs: number,
    ): Promise<{ id: number; isNew: boolean }> =>
      inTransaction(db, async transaction => {
        const slug = wanted.manifest.id
        const known = await transaction
          .selectFrom('plugins')
          .select('id')
          .where('slug', '=', slug)
          .executeTakeFirst()
        const columns = {
          manifest: JSON.stringify(wanted.manifest),
          module: wanted.module?.toString('base64') ?? null,
          frontend: wanted.frontend,
          package_hash: wanted.packageHash,
          updated_at: nowMs,
        }
        if (known) {
          await transaction.updateTable('plugins').set(columns).where('id', '=', known.id).execute()
          return { id: known.id, isNew: false }
        }
        const fresh = { slug, granted: '[]', settings: '{}', enabled: false, created_at: nowMs }
        return { id: await insertReturningId(transaction, 'plugins', { ...columns, ...fresh }), isNew: true }
      }),
    async change(id: number, { granted, settings, enabled }: PluginChange, nowMs: number): Promise<void> {
      await db
        .updateTable('plugins')
        .set({
          updated_at: nowMs,
          ...(granted && { granted: JSON.stringify(granted) }),
          ...(settings && { settings: JSON.stringify(settings) }),
          ...(enabled === undefined ? {} : { enabled }),
        })
        .where('id', '=', id)
        .execute()
    },
    async remove(id: number): Promise<void> {
      await db.deleteFrom('plugins').where('id', '=', id).execute()
    },
  }
}

function pluginOf(row: Pick<Selectable<Schema['plugins']>, (typeof described)[number]>): StoredPlugin {
  return {
    id: row.id,
    manifest: pluginManifest.parse(JSON.parse(row.manifest)),
    packageHash: row.package_hash,
    granted: JSON.parse(row.granted) as PluginPermission[],
    settings: JSON.parse(row.settings) as Record<string, string>,
    enabled: toBoolean(row.enabled),
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  }
}
