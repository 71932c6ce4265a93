// Templates in the database; the built-in ones are written anew whenever the catalogue has changed.

import { type Template, template as templateShape } from '@rookery/contracts/template.ts'
import type { Kysely, Selectable } from 'kysely'
import { upsert } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'

export interface StoredTemplate {
  id: number
  source: 'built-in' | 'own' | 'imported'
  template: Template
}

export type TemplatesStore = ReturnType<typeof createTemplatesStore>

export function createTemplatesStore(db: Kysely<Schema>) {
  return {
    async putBuiltIn(template: Template, nowMs: number): Promise<void> {
      const { slug, name, game } = template
      const fields = {
        name,
        game,
        definition: JSON.stringify(template),
        source: 'built-in' as const,
        updated_at: nowMs,
      }
      const known = await db
        .selectFrom('templates')
        .select('definition')
        .where('slug', '=', slug)
        .executeTakeFirst()
      if (known?.definition === fields.definition) return
      await upsert(db, 'templates', { slug, ...fields, created_at: nowMs }, ['slug'], fields)
    },
    async find(id: number): Promise<StoredTemplate | null> {
      const row = await db.selectFrom('templates').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? templateOf(row) : null
    },
    async list(
      window: { limit: number; offset: number },
      hidden: readonly number[],
    ): Promise<{ items: StoredTemplate[]; total: number }> {
      const shown = db.selectFrom('templates').where('id', 'not in', [0, ...hidden])
      const query = shown.selectAll().orderBy('name').orderBy('id')
      const rows = await query.limit(window.limit).offset(window.offset).execute()
      const total = await shown.select(q => q.fn.countAll().as('n')).executeTakeFirst()
      return { items: rows.map(templateOf), total: Number(total?.n ?? 0) }
    },
  }
}

function templateOf(row: Selectable<Schema['templates']>): StoredTemplate {
  return { id: row.id, source: row.source, template: templateShape.parse(JSON.parse(row.definition)) }
}
