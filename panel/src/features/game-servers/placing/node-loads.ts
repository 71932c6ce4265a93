// What game servers take of each node, by their limits or, where they have none, by what their template says they need.

import { templateNeeds } from '@rookery/contracts/template.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Amounts } from './fit-rules.ts'

type Db = Kysely<Schema> | Transaction<Schema>

export interface NodeLoad {
  promised: Amounts
  gameServers: number
}

export const noLoad: NodeLoad = { promised: { memory: 0, cpu: 0, disk: 0 }, gameServers: 0 }

const mebibyte = 1024 ** 2
const needsOfTemplate = z.object({ needs: templateNeeds.optional() })

/** What a game server without limits takes. */
export function neededAmounts(needs: z.output<typeof templateNeeds> | undefined): Amounts {
  return { memory: (needs?.memory_mb ?? 0) * mebibyte, cpu: 0, disk: (needs?.disk_mb ?? 0) * mebibyte }
}

/** Of one node or of all. Deleted game servers count as long as they can be brought back. */
export async function nodeLoads(db: Db, nodeId?: number): Promise<Map<number, NodeLoad>> {
  const rows = [
    ...(await sumsOf(db, 'game_servers', nodeId)),
    ...(await sumsOf(db, 'deleted_game_servers', nodeId)),
  ]
  const needs = await neededBy(db, [...new Set(rows.map(({ template_id }) => template_id))])
  const loads = new Map<number, NodeLoad>()
  for (const row of rows) {
    const { promised, gameServers } = loads.get(row.node_id) ?? noLoad
    const needed = needs.get(row.template_id) ?? neededAmounts(undefined)
    const unlimited = (limited: unknown) => Number(row.servers) - Number(limited)
    loads.set(row.node_id, {
      promised: {
        memory: promised.memory + Number(row.memory ?? 0) + unlimited(row.with_memory) * needed.memory,
        cpu: promised.cpu + Number(row.cpu ?? 0),
        disk: promised.disk + Number(row.disk ?? 0) + unlimited(row.with_disk) * needed.disk,
      },
      gameServers: gameServers + Number(row.servers),
    })
  }
  return loads
}

function sumsOf(db: Db, table: 'game_servers' | 'deleted_game_servers', nodeId: number | undefined) {
  const sums = db
    .selectFrom(table)
    .select(['node_id', 'template_id'])
    .select(({ fn }) => [
      fn.countAll().as('servers'),
      fn.sum('memory_limit_bytes').as('memory'),
      fn.count('memory_limit_bytes').as('with_memory'),
      fn.sum('cpu_limit_percent').as('cpu'),
      fn.sum('disk_limit_bytes').as('disk'),
      fn.count('disk_limit_bytes').as('with_disk'),
    ])
    .groupBy(['node_id', 'template_id'])
  return (nodeId === undefined ? sums : sums.where('node_id', '=', nodeId)).execute()
}

async function neededBy(db: Db, templateIds: readonly number[]): Promise<Map<number, Amounts>> {
  const rows = await db
    .selectFrom('templates')
    .select(['id', 'definition'])
    .where('id', 'in', [0, ...templateIds])
    .execute()
  const needed = ({ id, definition }: (typeof rows)[number]) =>
    neededAmounts(parseJson(needsOfTemplate, definition, `the needs of template ${id}`).needs)
  return new Map(rows.map(row => [row.id, needed(row)]))
}
