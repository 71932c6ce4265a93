// Plans in the database, and who has which.

import { type PlanLimits, planItems } from '@rookery/contracts/plan-items.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import * as z from 'zod'
import { insertReturningId, toBoolean } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Bounds, boundsOf, type Plan } from './plan-rules.ts'
import { type CountedAmounts, countedItems, noneCounted } from './usage-store.ts'

export interface StoredPlan extends Plan {
  userCount: number
  roleCount: number
  mostUsed: CountedAmounts
  createdAtMs: number
}

type Db = Kysely<Schema>

const storedLimits = z.record(z.string(), z.number().nullable())
const storedIds = z.array(z.int())

export type PlansStore = ReturnType<typeof createPlansStore>

export function createPlansStore(db: Db) {
  async function countsOf(within: Db, table: 'users' | 'roles', ids: readonly number[]) {
    const rows = await within
      .selectFrom(table)
      .select(['plan_id', count => count.fn.countAll().as('holders')])
      .where('plan_id', 'in', ids)
      .groupBy('plan_id')
      .execute()
    return new Map(rows.map(({ plan_id, holders }) => [plan_id, Number(holders)]))
  }

  /** Of those for whom a plan counts: it was given to them by hand, or by a role and nothing by hand. */
  async function mostUsedOf(within: Db, ids: readonly number[]) {
    const byHand = within
      .selectFrom('users')
      .select(['users.id', 'users.plan_id'])
      .where('users.plan_id', 'in', ids)
    const ofRoles = within
      .selectFrom('user_roles')
      .innerJoin('users', 'users.id', 'user_roles.user_id')
      .innerJoin('roles', 'roles.id', 'user_roles.role_id')
      .select(['users.id', 'roles.plan_id'])
      .where('users.plan_id', 'is', null)
      .where('roles.plan_id', 'in', ids)
    const rows = await within
      .selectFrom(byHand.unionAll(ofRoles).as('holders'))
      .innerJoin('plan_usage', 'plan_usage.user_id', 'holders.id')
      .select(({ fn }) => ['holders.plan_id', ...countedItems.map(item => fn.max(item).as(item))])
      .groupBy('holders.plan_id')
      .execute()
    return new Map(rows.map(({ plan_id, ...most }) => [plan_id, countedFrom(most)]))
  }

  /** Four queries, however many plans. */
  async function withCounts(within: Db, rows: readonly Selectable<Schema['plans']>[]): Promise<StoredPlan[]> {
    const ids = [0, ...rows.map(({ id }) => id)]
    const users = await countsOf(within, 'users', ids)
    const roles = await countsOf(within, 'roles', ids)
    const mostUsed = await mostUsedOf(within, ids)
    return rows.map(row => ({
      ...planOf(row),
      userCount: users.get(row.id) ?? 0,
      roleCount: roles.get(row.id) ?? 0,
      mostUsed: mostUsed.get(row.id) ?? noneCounted,
      createdAtMs: row.created_at,
    }))
  }

  return {
    async list({ limit, offset }: { limit: number; offset: number }) {
      const page = db.selectFrom('plans').selectAll().orderBy('name').limit(limit).offset(offset)
      const counted = await db
        .selectFrom('plans')
        .select(count => count.fn.countAll().as('total'))
        .executeTakeFirst()
      return { items: await withCounts(db, await page.execute()), total: Number(counted?.total ?? 0) }
    },

    async find(id: number, within: Db = db): Promise<StoredPlan | null> {
      const rows = await within.selectFrom('plans').selectAll().where('id', '=', id).execute()
      return (await withCounts(within, rows))[0] ?? null
    },

    create: (transaction: Transaction<Schema>, plan: Omit<Plan, 'id'>, nowMs: number) =>
      insertReturningId(transaction, 'plans', { ...columnsOf(plan), created_at: nowMs }),

    async replace(transaction: Transaction<Schema>, { id, ...plan }: Plan): Promise<void> {
      await transaction.updateTable('plans').set(columnsOf(plan)).where('id', '=', id).execute()
    },

    async remove(transaction: Transaction<Schema>, id: number): Promise<boolean> {
      const removed = await transaction.deleteFrom('plans').where('id', '=', id).executeTakeFirst()
      return removed.numDeletedRows === 1n
    },

    /** Of these ids those that there are. */
    async present(table: 'templates' | 'nodes', ids: readonly number[]): Promise<Set<number>> {
      const rows = await db
        .selectFrom(table)
        .select('id')
        .where('id', 'in', [0, ...ids])
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    /** Of a user by hand, or of a role; undefined: there is no such user or role. */
    async ofHolder(table: 'users' | 'roles', id: number, within: Db = db) {
      const row = await within
        .selectFrom(table)
        .leftJoin('plans', 'plans.id', `${table}.plan_id`)
        .select(['plans.id', 'plans.name'])
        .where(`${table}.id`, '=', id)
        .executeTakeFirst()
      return row && (row.id === null || row.name === null ? null : { id: row.id, name: row.name })
    },

    async setOfHolder(
      transaction: Transaction<Schema>,
      table: 'users' | 'roles',
      id: number,
      planId: number | null,
    ): Promise<void> {
      await transaction.updateTable(table).set({ plan_id: planId }).where('id', '=', id).execute()
    },

    /** What counts for a person; null: no plan does. */
    async boundsOf(userId: number, within: Db = db): Promise<Bounds | null> {
      const [byHand] = await within
        .selectFrom('users')
        .innerJoin('plans', 'plans.id', 'users.plan_id')
        .selectAll('plans')
        .where('users.id', '=', userId)
        .execute()
      if (byHand) return boundsOf(planOf(byHand), [])
      const rows = await within
        .selectFrom('user_roles')
        .innerJoin('roles', 'roles.id', 'user_roles.role_id')
        .innerJoin('plans', 'plans.id', 'roles.plan_id')
        .selectAll('plans')
        .select(['roles.id as role_id', 'roles.title as role_title'])
        .where('user_roles.user_id', '=', userId)
        .orderBy('roles.name')
        .execute()
      const ofRoles = rows.map(row => ({
        plan: planOf(row),
        role: { id: row.role_id, name: row.role_title },
      }))
      return boundsOf(null, ofRoles)
    },

    /** Without reading what they hold. */
    async hasPlan(userId: number): Promise<boolean> {
      const byHand = db
        .selectFrom('users')
        .select('plan_id')
        .where('id', '=', userId)
        .where('plan_id', 'is not', null)
      const ofRole = db
        .selectFrom('user_roles')
        .innerJoin('roles', 'roles.id', 'user_roles.role_id')
        .select('plan_id')
        .where('user_id', '=', userId)
        .where('plan_id', 'is not', null)
      return (await byHand.union(ofRole).limit(1).executeTakeFirst()) !== undefined
    },

    async ownerOf(gameServerId: number, within: Db): Promise<number | null> {
      const query = within.selectFrom('game_servers').select('owner_id').where('id', '=', gameServerId)
      return (await query.executeTakeFirst())?.owner_id ?? null
    },
  }
}

const countedFrom = (row: Record<keyof CountedAmounts, number | string>) =>
  Object.fromEntries(countedItems.map(item => [item, Number(row[item])])) as CountedAmounts

function planOf(row: Selectable<Schema['plans']>): Plan {
  const { id, name } = row
  const limits = parseJson(storedLimits, row.limits, `the limits of plan ${id}`)
  const ids = (text: string | null) => text && parseJson(storedIds, text, `what plan ${id} names`)
  return {
    id,
    name,
    limits: Object.fromEntries(planItems.map(item => [item, limits[item] ?? null])) as PlanLimits,
    templateIds: ids(row.template_ids) || null,
    nodeIds: ids(row.node_ids) || null,
    countedOnly: toBoolean(row.counted_only),
  }
}

function columnsOf({ name, limits, templateIds, nodeIds, countedOnly }: Omit<Plan, 'id'>) {
  return {
    name,
    limits: JSON.stringify(limits),
    template_ids: templateIds && JSON.stringify(templateIds),
    node_ids: nodeIds && JSON.stringify(nodeIds),
    counted_only: countedOnly,
  }
}
