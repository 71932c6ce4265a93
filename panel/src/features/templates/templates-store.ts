// Templates in the database; the built-in ones are written anew whenever the catalog has changed.

import { sealedPrefix } from '@rookery/contracts/http/shapes.ts'
import { type Template, template as templateShape } from '@rookery/contracts/template.ts'
import { freezeDeep } from '@rookery/primitives/freeze-deep.ts'
import { parseJson, parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod'
import { cacheByText } from '../../platform/cache-by-text.ts'
import {
  type AlsoCreate,
  type AlsoWrite,
  insertReturningId,
  inTransaction,
  lockRows,
} from '../../platform/database/portable.ts'
import { prepareQuery, prepareShapes, type ValueAt } from '../../platform/database/prepared-queries.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { totalOf } from '../../platform/database/windows.ts'
import {
  type ListedShape,
  type ListedValues,
  listedIds,
  listedPlaces,
  listedQuery,
  type VisibleObjects,
} from '../access/logic/visible-objects.ts'
import type { TemplateUser } from './logic/unfit-game-servers.ts'

export interface StoredTemplate {
  id: number
  source: 'built-in' | 'own' | 'imported'
  template: Template
  /** The egg that it was imported from, as it was given. */
  origin: string | null
}

/** What a list shows: read without checking the rest, so that one old template never hides the others. */
const listedShape = templateShape.pick({
  slug: true,
  name: true,
  game: true,
  description: true,
  tags: true,
  process_managers: true,
  needs: true,
  icon: true,
  translations: true,
})

const storedVariables = z.record(z.string(), z.string())

export interface ListedTemplate {
  id: number
  source: StoredTemplate['source']
  template: z.output<typeof listedShape>
}

export interface NewTemplate {
  template: Template
  source: StoredTemplate['source']
  origin?: string | null
  /** An egg with the same key replaces it. */
  originKey?: string | null
}

export type TemplatesStore = ReturnType<typeof createTemplatesStore>

export function createTemplatesStore(db: Kysely<Schema>) {
  const findRow = prepareQuery(db, (at: ValueAt<number>) => {
    const id = at(one => one)
    return db.selectFrom('templates').selectAll().where('id', '=', id)
  })
  const visibleRows = (shape: ListedShape, at: ValueAt<ListedValues>) =>
    db.selectFrom('templates').where('id', ...listedPlaces(shape, at))
  const readPage = prepareShapes(db, (shape: ListedShape, at: ValueAt<ListedValues>) => {
    const [limit, offset] = [at(values => values.limit), at(values => values.offset)]
    const rows = visibleRows(shape, at).select(['id', 'slug', 'source', 'definition'])
    return rows.orderBy('name').orderBy('id').limit(limit).offset(offset)
  })
  const count = prepareShapes(db, (shape: ListedShape, at: ValueAt<ListedValues>) =>
    visibleRows(shape, at).select(query => query.fn.countAll().as('total')),
  )
  return {
    async find(id: number): Promise<StoredTemplate | null> {
      const [row] = await findRow(id)
      return row ? templateOf(row) : null
    },

    /** Who has this slug; the definition as it was written, which may be of an earlier version. */
    async holderOf(slug: string) {
      const columns = ['id', 'source', 'definition'] as const
      const query = db.selectFrom('templates').select(columns).where('slug', '=', slug)
      return (await query.executeTakeFirst()) ?? null
    },

    async list(
      window: { limit: number; offset: number },
      visible: VisibleObjects,
    ): Promise<{ items: ListedTemplate[]; total: number }> {
      const { shape, values } = listedQuery(visible, window)
      const rows = await readPage(shape, values)
      const total = await totalOf(rows.length, window, async () => (await count(shape, values))[0])
      return { items: rows.map(listedOf), total }
    },

    /** With how many templates and game servers each has. */
    async games(visible: VisibleObjects) {
      const rows = await db
        .selectFrom('templates')
        .leftJoin('game_servers', 'game_servers.template_id', 'templates.id')
        .where('templates.id', ...listedIds(visible))
        .select(q => [
          'templates.game',
          q.fn.count('templates.id').distinct().as('templates'),
          q.fn.count('game_servers.id').as('servers'),
        ])
        .groupBy('templates.game')
        .orderBy('templates.game')
        .execute()
      return rows.map(({ game, templates, servers }) => ({
        game,
        templates: Number(templates),
        servers: Number(servers),
      }))
    },

    async countGameServers(id: number): Promise<number> {
      const query = db.selectFrom('game_servers').select(q => q.fn.countAll().as('n'))
      return Number((await query.where('template_id', '=', id).executeTakeFirst())?.n ?? 0)
    },

    /** Values that are sealed are left out. */
    async usersOf(id: number): Promise<TemplateUser[]> {
      const columns = ['id', 'name', 'process_manager', 'variables'] as const
      const query = db.selectFrom('game_servers').select(columns).where('template_id', '=', id)
      return (await query.orderBy('id').execute()).map(row => ({
        name: row.name,
        processManager: row.process_manager,
        variables: Object.fromEntries(
          Object.entries(
            parseJson(storedVariables, row.variables, `the variables of game server ${row.id}`),
          ).filter(([, value]) => !value.startsWith(sealedPrefix)),
        ),
      }))
    },

    /** `also` is written together with it. */
    create: (added: NewTemplate, nowMs: number, also?: AlsoCreate): Promise<number> =>
      inTransaction(db, async transaction => {
        const row = { ...columnsOf(added), created_at: nowMs, updated_at: nowMs }
        const id = await insertReturningId(transaction, 'templates', row)
        await also?.(transaction, id)
        return id
      }),

    /**
     * The definitions of its game servers are new with it: they get their next revision at the same time. `check` throws
     * when the present one must stay.
     */
    replace: (
      id: number,
      changed: NewTemplate,
      nowMs: number,
      also?: AlsoWrite,
      check?: (present: StoredTemplate) => void,
    ): Promise<void> =>
      inTransaction(db, async transaction => {
        const query = transaction.selectFrom('templates').selectAll().where('id', '=', id)
        const present = check && (await lockRows(transaction, query).executeTakeFirst())
        if (present) check(templateOf(present))
        await transaction
          .updateTable('templates')
          .set({ ...columnsOf(changed), updated_at: nowMs })
          .where('id', '=', id)
          .execute()
        await transaction
          .updateTable('game_servers')
          .set(update => ({ revision: update('revision', '+', 1) }))
          .where('template_id', '=', id)
          .execute()
        await also?.(transaction)
      }),

    /** Throws when a game server is made from it meanwhile: the database holds on to it. */
    remove: (id: number, also?: AlsoWrite): Promise<void> =>
      inTransaction(db, async transaction => {
        await transaction.deleteFrom('templates').where('id', '=', id).execute()
        await also?.(transaction)
      }),
  }
}

function columnsOf({ template, source, origin, originKey }: NewTemplate) {
  const { slug, name, game } = template
  const definition = JSON.stringify(template)
  return { slug, name, game, definition, source, origin: origin ?? null, origin_key: originKey ?? null }
}

type DefinedRow = Pick<Selectable<Schema['templates']>, 'id' | 'slug' | 'source' | 'definition'>

function listedOf(row: DefinedRow): ListedTemplate {
  const template = readListed(row.definition).definition ?? unreadable(listedShape, row)
  return { id: row.id, source: row.source, template }
}

function templateOf(row: Selectable<Schema['templates']>): StoredTemplate {
  const template = readWhole(row.definition).definition ?? unreadable(templateShape, row)
  return { id: row.id, source: row.source, template, origin: row.origin }
}

/** Definitions are long, are read with every game server, and are hardly ever others. */
const definitionsIn = <Shape extends z.ZodType>(shape: Shape) =>
  cacheByText(text => freezeDeep({ definition: parseJsonOrNull(shape, text) }), { characters: 2_000_000 })

const readListed = definitionsIn(listedShape)
const readWhole = definitionsIn(templateShape)

/** Reads it once more, to say what is wrong with it. */
function unreadable<Shape extends z.ZodType>(shape: Shape, row: DefinedRow): z.output<Shape> {
  return parseJson(shape, row.definition, `the definition of template ${row.id} (${row.slug})`)
}
