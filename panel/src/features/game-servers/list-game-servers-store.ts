// One page of the game servers that somebody sees, narrowed and ordered as asked; its queries are compiled once.

import type { RunState } from '@rookery/contracts/run-states.ts'
import { type Kysely, sql } from 'kysely'
import { prepareShapes, type ValueAt } from '../../platform/database/prepared-queries.ts'
import { columnText, rowText } from '../../platform/database/rows-as-text.ts'
import { inOrder } from '../../platform/database/rows-by-version.ts'
import type { Schema } from '../../platform/database/schema.ts'
import {
  containsFolded,
  containsText,
  type SearchPatterns,
  searchPatterns,
} from '../../platform/database/search.ts'
import { totalOf, type Window } from '../../platform/database/windows.ts'
import type { VisibleGameServers } from '../access/logic/visible-objects.ts'
import { createReadListedRow, type ListedRow, listedColumns } from './listed-rows.ts'

export interface GameServerFilter {
  visible: VisibleGameServers
  q?: string | undefined
  state?: RunState | undefined
  nodeId?: number | undefined
  /** Those that this user owns, or all others. */
  owner?: { is: 'me' | 'others'; userId: number } | undefined
  externalId?: string | undefined
  /** `q` is looked for in them too. */
  searchesExternalIds?: boolean
  sort: string
}

/** What the text of the queries depends on. */
interface Shape {
  sort: string
  visible: 'only' | 'all but'
  /** How many are named. */
  ids: number
  hasState: boolean
  hasNode: boolean
  hasText: boolean
  hasExternalId: boolean
  searchesExternalIds: boolean
  owner: 'me' | 'others' | 'any'
}

/** What else decides which rows they give. */
interface Values extends Window {
  ids: readonly number[]
  state: string
  nodeId: number
  search: SearchPatterns
  ownerId: number
  externalId: string
}

type At = ValueAt<Values>

const sortColumns = {
  name: 'game_servers.name',
  id: 'game_servers.id',
  created_at: 'game_servers.created_at',
} as const

export function createListGameServers(db: Kysely<Schema>) {
  const readRow = createReadListedRow()

  /** Without the joins, which change nothing about how many there are. */
  function narrow(shape: Shape, at: At) {
    let query = db.selectFrom('game_servers')
    const ids = Array.from({ length: shape.ids }, (_, index) => at(values => values.ids[index] ?? 0))
    const state = at(values => values.state)
    const nodeId = at(values => values.nodeId)
    if (shape.visible === 'only') query = query.where('id', 'in', [0, ...ids])
    else if (ids.length > 0) query = query.where('id', 'not in', ids)
    if (shape.hasState) query = query.where('state', '=', state)
    if (shape.hasNode) query = query.where('node_id', '=', nodeId)
    const ownerId = at(values => values.ownerId)
    if (shape.owner === 'me') query = query.where('owner_id', '=', ownerId)
    else if (shape.owner === 'others') {
      query = query.where(or => or.or([or('owner_id', 'is', null), or('owner_id', '!=', ownerId)]))
    }
    const externalId = at(values => values.externalId)
    if (shape.hasExternalId) query = query.where('external_id', '=', externalId)
    if (shape.hasText) query = query.where('id', 'in', namedLike(db, at, shape.searchesExternalIds))
    return query
  }

  /** By an index alone: the rows themselves are read when nobody remembers them. */
  const readIds = prepareShapes(db, (shape: Shape, at: At) => {
    const direction = shape.sort.startsWith('-') ? 'desc' : 'asc'
    const column = sortColumns[shape.sort.replace('-', '') as keyof typeof sortColumns]
    const page = narrow(shape, at)
      .select(['game_servers.id as page_id', `${column} as page_key`])
      .orderBy(column, direction)
      .orderBy('game_servers.id')
      .limit(at(values => values.limit))
      .offset(at(values => values.offset))
    const order = [sql`${sql.ref('page_key')} ${sql.raw(direction)}`, sql.ref('page_id')]
    return db.selectFrom(page.as('page')).select(columnText(db, 'page_id', order).as('ids'))
  })

  const readRows = prepareShapes(db, ({ ids: count }: { ids: number }, at: ValueAt<readonly number[]>) => {
    const ids = Array.from({ length: count }, (_, index) => at(values => values[index] ?? 0))
    return db
      .selectFrom('game_servers')
      .innerJoin('templates', 'templates.id', 'game_servers.template_id')
      .innerJoin('nodes', 'nodes.id', 'game_servers.node_id')
      .leftJoin('users', 'users.id', 'game_servers.owner_id')
      .select(rowText(db, listedColumns).as('text'))
      .where('game_servers.id', 'in', ids)
  })

  async function rowsOf(ids: readonly number[]): Promise<ListedRow[]> {
    const rows = await readRows({ ids: powerOfTwoFrom(ids.length) }, ids)
    return rows.map(({ text }) => readRow(text))
  }

  const count = prepareShapes(db, (shape: Shape, at: At) =>
    narrow(shape, at).select(query => query.fn.countAll().as('total')),
  )

  return async (
    filter: GameServerFilter,
    window: Window,
    /** Remembers rows, where somebody can tell how long they are good. */
    reuse: (ids: readonly number[], read: typeof rowsOf) => Promise<ListedRow[]> = readAnew,
  ): Promise<{ items: ListedRow[]; total: number }> => {
    const [shape, values] = [shapeOf(filter), valuesOf(filter, window)]
    const [page] = await readIds(shape, values)
    const ids = JSON.parse(page?.ids ?? '[]') as number[]
    const total = await totalOf(ids.length, window, async () => (await count(shape, values))[0])
    return { items: ids.length === 0 ? [] : await reuse(ids, rowsOf), total }
  }
}

async function readAnew(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<ListedRow[]>,
): Promise<ListedRow[]> {
  const rows = await read(ids)
  return inOrder(ids, new Map(rows.map(row => [row.server.id, row])))
}

/** Few lengths of lists, so that few texts are kept; what is too much asks for the id 0, which no row has. */
function powerOfTwoFrom(count: number): number {
  return 2 ** Math.ceil(Math.log2(count))
}

const idsIn = ({ visible }: GameServerFilter) => (visible.all ? visible.except : visible.only)

function shapeOf(filter: GameServerFilter): Shape {
  return {
    sort: filter.sort,
    visible: filter.visible.all ? 'all but' : 'only',
    ids: idsIn(filter).length,
    hasState: Boolean(filter.state),
    hasNode: Boolean(filter.nodeId),
    hasText: Boolean(filter.q),
    hasExternalId: filter.externalId !== undefined,
    searchesExternalIds: Boolean(filter.q) && Boolean(filter.searchesExternalIds),
    owner: filter.owner?.is ?? 'any',
  }
}

function valuesOf(filter: GameServerFilter, window: Window): Values {
  const { state = '', nodeId = 0, q = '', owner, externalId = '' } = filter
  const ownerId = owner?.userId ?? 0
  return { ...window, ids: idsIn(filter), state, nodeId, search: searchPatterns(q), ownerId, externalId }
}

/** Reads through one narrow index and not through the table. */
function namedLike(db: Kysely<Schema>, at: At, isExternalIdToo: boolean) {
  const ids = db.selectFrom('game_servers').select('id')
  const [folded, plain] = [at(({ search }) => search.folded), at(({ search }) => search.plain)]
  const written = ids.where(containsFolded('search_key', folded))
  const named = written.unionAll(ids.where('search_key', 'is', null).where(containsText(['name'], plain)))
  return isExternalIdToo ? named.unionAll(ids.where(containsText(['external_id'], plain))) : named
}
