// Which tables a query may change: what is not known for certain counts as all of them.

import type { CompiledQuery, OperationNode } from 'kysely'

export type ChangedTables = readonly string[] | 'all'

const none: ChangedTables = []
/** Raw text that reads or steers a transaction; everything else may write. */
const readingText = /^\s*(select|show|pragma|explain|begin|start|commit|rollback|savepoint|release|set)\b/i

export function changedTables({ query, sql }: Pick<CompiledQuery, 'query' | 'sql'>): ChangedTables {
  // A `with` may change tables of its own.
  if ('with' in query && query.with !== undefined) return 'all'
  if (query.kind === 'SelectQueryNode') return none
  if (query.kind === 'InsertQueryNode') return tablesIn(query.into)
  if (query.kind === 'UpdateQueryNode') return tablesIn(query.table)
  if (query.kind === 'DeleteQueryNode') return together(query.from.froms.map(tablesIn))
  return query.kind === 'RawNode' && readingText.test(sql) ? none : 'all'
}

function tablesIn(node: OperationNode | undefined): ChangedTables {
  const {
    kind,
    node: aliased,
    table,
  } = (node ?? {}) as {
    kind?: string
    node?: OperationNode
    table?: { identifier: { name: string } }
  }
  if (kind === 'TableNode' && table) return [table.identifier.name]
  if (kind === 'AliasNode') return tablesIn(aliased)
  return 'all'
}

export function together(parts: readonly ChangedTables[]): ChangedTables {
  return parts.includes('all') ? 'all' : [...new Set((parts as string[][]).flat())]
}
