// What a scrape reads of the database: tasks that are not over, and every node and game server by a few columns.

import { hasEnded, type RunState, type TaskStatus, taskStatuses } from '@rookery/contracts/run-states.ts'
import type { Kysely } from 'kysely'
import { toBoolean } from '../../platform/database/portable.ts'
import { prepareQuery } from '../../platform/database/prepared-queries.ts'
import type { Schema } from '../../platform/database/schema.ts'

const unfinished = taskStatuses.filter(status => !hasEnded(status))

export interface StoredNode {
  id: number
  name: string
  version: string | null
}

export interface StoredGameServer {
  id: number
  name: string
  nodeId: number
  state: RunState
}

export function createPrometheusStore(db: Kysely<Schema>) {
  const taskCounts = prepareQuery(db, () =>
    db
      .selectFrom('tasks')
      .select(query => ['status', query.fn.countAll().as('count')])
      .where('status', 'in', unfinished)
      .groupBy('status'),
  )
  const nodes = prepareQuery(db, () =>
    db
      .selectFrom('nodes')
      .select(['id', 'name', 'version', 'enabled'])
      .where('key_hash', 'is not', null)
      .orderBy('id'),
  )
  const gameServers = prepareQuery(db, () =>
    db.selectFrom('game_servers').select(['id', 'name', 'node_id as nodeId', 'state']).orderBy('id'),
  )
  return {
    /** Those that are meant to be connected: they have joined, and nobody has disabled them. */
    async nodes(): Promise<StoredNode[]> {
      return (await nodes({})).filter(({ enabled }) => toBoolean(enabled))
    },
    async gameServers(): Promise<StoredGameServer[]> {
      return (await gameServers({})).map(row => ({ ...row, state: row.state as RunState }))
    },
    /** Of every status that has not ended, also where there is none. */
    async unfinishedTasks(): Promise<[TaskStatus, number][]> {
      const counts = new Map((await taskCounts({})).map(({ status, count }) => [status, Number(count)]))
      return unfinished.map(status => [status, counts.get(status) ?? 0])
    },
  }
}
