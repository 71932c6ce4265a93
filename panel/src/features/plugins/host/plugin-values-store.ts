// The values that plugins keep, each within its quota.

import { storageLimits } from '@rookery/contracts/plugin/host-calls.ts'
import type { Kysely } from 'kysely'
import { inTransaction, lockRows, upsert } from '../../../platform/database/portable.ts'
import type { Schema } from '../../../platform/database/schema.ts'

export type PluginValuesStore = ReturnType<typeof createPluginValuesStore>

export function createPluginValuesStore(db: Kysely<Schema>) {
  const of = (pluginId: number, from: Kysely<Schema> = db) =>
    from.selectFrom('plugin_values').where('plugin_id', '=', pluginId)
  return {
    async get(pluginId: number, name: string): Promise<string | null> {
      const row = await of(pluginId).select('value').where('name', '=', name).executeTakeFirst()
      return row?.value ?? null
    },
    /** What is over the quota is refused, however many write at once. */
    set: (pluginId: number, name: string, value: string): Promise<'stored' | 'full' | 'gone'> =>
      inTransaction(db, async transaction => {
        const plugin = transaction.selectFrom('plugins').select('id').where('id', '=', pluginId)
        if (!(await lockRows(transaction, plugin).executeTakeFirst())) return 'gone'
        const rows = await of(pluginId, transaction).select(['name', 'value']).execute()
        const others = rows.filter(row => row.name !== name)
        const bytes = others.reduce((sum, row) => sum + weightOf(row), 0) + weightOf({ name, value })
        if (others.length >= storageLimits.keys || bytes > storageLimits.allBytes) return 'full'
        const row = { plugin_id: pluginId, name, value }
        await upsert(transaction, 'plugin_values', row, ['plugin_id', 'name'], { value })
        return 'stored'
      }),
    async delete(pluginId: number, name: string): Promise<void> {
      await db
        .deleteFrom('plugin_values')
        .where('plugin_id', '=', pluginId)
        .where('name', '=', name)
        .execute()
    },
    async list(pluginId: number, prefix: string): Promise<string[]> {
      const rows = await of(pluginId).select('name').orderBy('name').execute()
      return rows.map(row => row.name).filter(name => name.startsWith(prefix))
    },
  }
}

function weightOf({ name, value }: { name: string; value: string }): number {
  return Buffer.byteLength(name) + Buffer.byteLength(value)
}
