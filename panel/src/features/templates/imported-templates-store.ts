// What an import must know of the templates that are there.

import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export type ImportedTemplatesStore = ReturnType<typeof createImportedTemplatesStore>

export function createImportedTemplatesStore(db: Kysely<Schema>) {
  return {
    /** The template that came from one of these eggs, the earlier key first. */
    async findByKeys(
      keys: readonly string[],
    ): Promise<{ id: number; slug: string; origin_key: string | null } | null> {
      const query = db
        .selectFrom('templates')
        .select(['id', 'slug', 'origin_key'])
        .where('origin_key', 'in', [...keys])
      const rows = await query.execute()
      const byKey = keys.map(key => rows.find(row => row.origin_key === key))
      return byKey.find(row => row !== undefined) ?? null
    },
    async takenSlugs(beginning: string): Promise<Set<string>> {
      const query = db.selectFrom('templates').select('slug').where('slug', 'like', `${beginning}%`)
      return new Set((await query.execute()).map(({ slug }) => slug))
    },
  }
}
