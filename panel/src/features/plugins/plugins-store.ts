// Plugins in the database: package, grants and settings, and the values that each plugin keeps.

import { type PluginManifest, pluginManifest } from '@rookery/contracts/plugin/manifest.ts'
import { type PluginPermission, pluginPermissionNames } from '@rookery/contracts/plugin/permissions.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod'
import {
  type AlsoWrite,
  insertReturningId,
  inTransaction,
  toBoolean,
} from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Log } from '../../platform/log.ts'

/** Without the package's files, which are large. */
export interface StoredPlugin {
  id: number
  manifest: PluginManifest
  packageHash: string
  granted: PluginPermission[]
  /** The administrator who granted them last. */
  grantedBy: { id: number; login: string } | null
  /** As stored: secrets sealed. */
  settings: Record<string, string>
  /** Never with damage: such a plugin waits for somebody who looks after it. */
  enabled: boolean
  /** What of it cannot be read in the database, with what to do; null as a rule. */
  damage: string | null
  createdAtMs: number
  updatedAtMs: number
}

export interface PluginFiles {
  module: Buffer | null
  frontend: string | null
}

export interface PluginChange extends Partial<Pick<StoredPlugin, 'settings' | 'enabled'>> {
  grants?: { permissions: PluginPermission[]; by: number }
}

export type PluginsStore = ReturnType<typeof createPluginsStore>

const described = [
  'plugins.id',
  'plugins.manifest',
  'plugins.package_hash',
  'plugins.granted',
  'plugins.granted_by',
  'plugins.settings',
  'plugins.enabled',
  'plugins.created_at',
  'plugins.updated_at',
  'users.login',
] as const

export function createPluginsStore(db: Kysely<Schema>, log: Pick<Log, 'error'>) {
  const withGranter = () =>
    db.selectFrom('plugins').leftJoin('users', 'users.id', 'plugins.granted_by').select(described)

  /** Null: without its manifest nothing can be said of it. Installing its package again brings it back. */
  function readRow(row: DescribedRow): StoredPlugin | null {
    const manifest = parseJsonOrNull(pluginManifest, row.manifest)
    if (manifest) return pluginOf(row, manifest)
    log.error({ plugin_id: row.id }, 'the manifest of a plugin cannot be read: install its package again')
    return null
  }

  return {
    async list(): Promise<StoredPlugin[]> {
      const rows = await withGranter().orderBy('slug').execute()
      return rows.flatMap(row => readRow(row) ?? [])
    },
    async find(id: number): Promise<StoredPlugin | null> {
      const row = await withGranter().where('plugins.id', '=', id).executeTakeFirst()
      return row ? readRow(row) : null
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
    /** A package with the slug of one that is there takes its place; settings stay with it, and grants as decided. */
    put: (
      wanted: Pick<StoredPlugin, 'manifest' | 'packageHash'> & PluginFiles,
      grantsAfter: (known: Pick<StoredPlugin, 'granted' | 'packageHash'>) => PluginPermission[],
      nowMs: number,
      also?: (put: { id: number; isNew: boolean }) => AlsoWrite,
    ): Promise<{ id: number; isNew: boolean }> =>
      inTransaction(db, async transaction => {
        const slug = wanted.manifest.id
        const known = await transaction
          .selectFrom('plugins')
          .select(['id', 'granted', 'package_hash'])
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
          const granted = grantsAfter({
            granted: grantsOf(known.granted) ?? [],
            packageHash: known.package_hash,
          })
          const grants = {
            granted: JSON.stringify(granted),
            ...(granted.length === 0 && { granted_by: null }),
          }
          await transaction
            .updateTable('plugins')
            .set({ ...columns, ...grants })
            .where('id', '=', known.id)
            .execute()
          const put = { id: known.id, isNew: false }
          await also?.(put)(transaction)
          return put
        }
        const fresh = { slug, granted: '[]', settings: '{}', enabled: false, created_at: nowMs }
        const id = await insertReturningId(transaction, 'plugins', { ...columns, ...fresh })
        await also?.({ id, isNew: true })(transaction)
        return { id, isNew: true }
      }),
    change: (
      id: number,
      { grants, settings, enabled }: PluginChange,
      nowMs: number,
      also?: AlsoWrite,
    ): Promise<void> =>
      inTransaction(db, async transaction => {
        await transaction
          .updateTable('plugins')
          .set({
            updated_at: nowMs,
            ...(grants && {
              granted: JSON.stringify(grants.permissions),
              granted_by: grants.permissions.length === 0 ? null : grants.by,
            }),
            ...(settings && { settings: JSON.stringify(settings) }),
            ...(enabled === undefined ? {} : { enabled }),
          })
          .where('id', '=', id)
          .execute()
        await also?.(transaction)
      }),
    remove: (id: number, also?: AlsoWrite): Promise<void> =>
      inTransaction(db, async transaction => {
        await transaction.deleteFrom('plugins').where('id', '=', id).execute()
        await also?.(transaction)
      }),
  }
}

type DescribedRow = Omit<Selectable<Schema['plugins']>, 'slug' | 'module' | 'frontend'> & {
  login: string | null
}

const storedGrants = z.array(z.enum(pluginPermissionNames))
const storedSettings = z.record(z.string(), z.string())

const grantsOf = (json: string): PluginPermission[] | null => parseJsonOrNull(storedGrants, json)

function pluginOf(row: DescribedRow, manifest: PluginManifest): StoredPlugin {
  const granted = grantsOf(row.granted)
  const settings = parseJsonOrNull(storedSettings, row.settings)
  const damage = damageOf({ settings, granted })
  return {
    id: row.id,
    manifest,
    packageHash: row.package_hash,
    granted: granted ?? [],
    grantedBy: row.granted_by === null ? null : { id: row.granted_by, login: row.login ?? '' },
    settings: settings ?? {},
    enabled: toBoolean(row.enabled) && damage === null,
    damage,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  }
}

function damageOf({ settings, granted }: { settings: object | null; granted: object | null }): string | null {
  if (settings === null) {
    return 'its settings in the database are damaged, so it is switched off. Enter them again, save, and switch it on'
  }
  return granted === null
    ? 'what was granted to it is damaged in the database, so it is switched off. Grant it again or install its package again, and switch it on'
    : null
}
