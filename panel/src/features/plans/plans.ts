// Plans: named sets of limits, given to people by hand or through roles, within which they create game servers.

import { administratorPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { HeldPlan } from '@rookery/contracts/http/plans.ts'
import {
  type PlanAmounts,
  type PlanItem,
  type PlanShortage,
  planItems,
} from '@rookery/contracts/plan-items.ts'
import type { Kysely, Transaction } from 'kysely'
import type { SignedInCaller } from '../../platform/caller.ts'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import type { AlsoCreate, AlsoWrite } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import { lacking } from '../../platform/lacking.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import { isAdministrator } from '../access/logic/decide.ts'
import type { Audit } from '../audit/audit.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import type { Roles } from '../roles/roles.ts'
import type { Users } from '../users/users.ts'
import {
  amountsOf,
  type Bounds,
  fieldOfItem,
  missingLimits,
  noAmounts,
  type Plan,
  shortageMessage,
  shortagesOf,
} from './plan-rules.ts'
import { createPlansStore, type StoredPlan } from './plans-store.ts'
import { planRoutes } from './routes.ts'
import { lockUsage, readCounted, readUsage } from './usage-store.ts'

export type { StoredPlan } from './plans-store.ts'
export { recountUsage, recountUsageOfOwner } from './usage-store.ts'

/** What is not counted by the game servers themselves: how many a person's game servers have together. */
type CountOwned = (db: Kysely<Schema>, ownerId: number) => Promise<number>
type CountedElsewhere = Extract<PlanItem, 'backups' | 'databases'>

interface PlansDeps {
  db: Kysely<Schema>
  access: Pick<Access, 'changeRights' | 'heldEntriesIn' | 'isAdministrator'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  users: Pick<Users, 'requirePerson'>
  roles: Pick<Roles, 'find'>
  editTags: EditTags
  /** Given by later features. */
  countOwned: Record<CountedElsewhere, CountOwned>
  now(): number
}

/** What two people may change at once. */
export const editedState = ({ name, limits, templateIds, nodeIds, countedOnly }: Plan) => ({
  ...{ name, limits, templateIds, nodeIds, countedOnly },
})

export type Holder = { table: 'users' | 'roles'; id: number }

export type Plans = ReturnType<typeof createPlans>

export function openPlans(deps: PlansDeps) {
  const plans = createPlans(deps)
  return { ...plans, routes: planRoutes(plans, deps) }
}

function createPlans({ db, access, countOwned, now }: PlansDeps) {
  const store = createPlansStore(db)

  async function find(id: number): Promise<StoredPlan> {
    const plan = await store.find(id)
    if (!plan) throw new PanelError('not_found', { message: 'there is no such plan' })
    return plan
  }

  /** What is named anew must be there; what is gone since may stay. */
  async function requirePresent(wanted: Omit<Plan, 'id'>, stored: Plan | null): Promise<void> {
    const named = { template_ids: wanted.templateIds, node_ids: wanted.nodeIds }
    const known = { template_ids: stored?.templateIds ?? [], node_ids: stored?.nodeIds ?? [] }
    for (const [field, table, what] of [
      ['template_ids', 'templates', 'template'],
      ['node_ids', 'nodes', 'node'],
    ] as const) {
      const added = (named[field] ?? []).filter(id => !known[field].includes(id))
      const present = await store.present(table, added)
      const unknown = added.filter(id => !present.has(id))
      if (unknown.length > 0) throw invalidField(field, `there is no ${what} ${unknown.join(', ')}`)
    }
  }

  async function usageOf(userId: number, within: Kysely<Schema> = db): Promise<PlanAmounts> {
    const counted = await readUsage(within, userId)
    const backups = await countOwned.backups(within, userId)
    return { ...counted, backups, databases: await countOwned.databases(within, userId) }
  }

  async function heldBy(userId: number): Promise<HeldPlan | null> {
    const bounds = await store.boundsOf(userId)
    if (!bounds) return null
    const used = await usageOf(userId)
    const { limits, plans, templateIds, nodeIds, countedOnly } = bounds
    const items = planItems.map(item => {
      const limit = limits[item]
      const left = limit === null ? null : Math.max(0, limit - used[item])
      return [item, { limit, used: used[item], left }]
    })
    return {
      plans: plans.map(({ id, name, role }) => ({ id, name, role })),
      usage: Object.fromEntries(items) as HeldPlan['usage'],
      template_ids: templateIds && [...templateIds],
      node_ids: nodeIds && [...nodeIds],
      counted_only: countedOnly,
    }
  }

  const isBoundIn = async (transaction: Transaction<Schema>, userId: number) =>
    !isAdministrator(await access.heldEntriesIn(transaction, userId))

  /** `asked` is counted already: it was written before, in this transaction. */
  async function requireRoom(
    transaction: Transaction<Schema>,
    userId: number,
    bounds: Bounds,
    asked: PlanAmounts,
  ): Promise<void> {
    const total = await readUsage(transaction, userId)
    const used = Object.fromEntries(planItems.map(item => [item, total[item] - asked[item]])) as PlanAmounts
    refuse(shortagesOf(bounds.limits, used, asked))
  }

  return {
    find,
    list: store.list,
    hasPlan: store.hasPlan,
    boundsOf: store.boundsOf,
    heldBy,

    /** One change at a time, here and below: as rights are, what somebody may create is the same everywhere at once. */
    async create(plan: Omit<Plan, 'id'>, by: SignedInCaller, also: AlsoCreate): Promise<number> {
      await requirePresent(plan, null)
      return refuseTakenName(() =>
        access.changeRights('nobody', by, async transaction => {
          const id = await store.create(transaction, plan, now())
          await also(transaction, id)
          return id
        }),
      )
    },

    async change(
      present: StoredPlan,
      wanted: Omit<Plan, 'id'>,
      by: SignedInCaller,
      { also, requireState }: { also: AlsoWrite; requireState: RequireState | null },
    ): Promise<void> {
      await requirePresent(wanted, present)
      await refuseTakenName(() =>
        access.changeRights('nobody', by, async transaction => {
          const stored = requireState && (await store.find(present.id, transaction))
          if (stored) requireState?.(editedState(stored))
          await store.replace(transaction, { ...wanted, id: present.id })
          await also(transaction)
        }),
      )
    },

    async remove(id: number, by: SignedInCaller, also: AlsoWrite): Promise<void> {
      await access.changeRights('nobody', by, async transaction => {
        if (await store.remove(transaction, id)) await also(transaction)
      })
    },

    /** Null: none. Whether there is such a user or role was looked at before. */
    async ofHolder({ table, id }: Holder) {
      return (await store.ofHolder(table, id)) ?? null
    },

    /** Gives the plans before and after. */
    async give(
      { table, id }: Holder,
      planId: number | null,
      by: SignedInCaller,
      also: (
        transaction: Transaction<Schema>,
        names: { before: string | null; after: string | null },
      ) => Promise<void>,
    ): Promise<void> {
      await access.changeRights('nobody', by, async transaction => {
        const plan = planId === null ? null : await store.find(planId, transaction)
        if (planId !== null && !plan) throw invalidField('plan_id', 'there is no such plan')
        const before = await store.ofHolder(table, id, transaction)
        await store.setOfHolder(transaction, table, id, planId)
        await also(transaction, { before: before?.name ?? null, after: plan?.name ?? null })
      })
    },

    /** Of what a person, who is no administrator, has created or changed in this transaction. */
    async requireRoomFor(
      transaction: Transaction<Schema>,
      userId: number,
      asked: PlanAmounts,
      check: (bounds: Bounds) => void,
    ): Promise<void> {
      const bounds = await store.boundsOf(userId, transaction)
      if (!bounds) throw lacking({ permission: administratorPermission })
      check(bounds)
      await requireRoom(transaction, userId, bounds, asked)
    },

    /**
     * Of a game server that somebody has taken over in this transaction. One that counts in a plan goes nowhere else
     * than into another plan: otherwise it would be room for the next.
     */
    async requireRoomToTakeOver(
      transaction: Transaction<Schema>,
      { from, to }: { from: number; to: number },
      gameServerId: number,
    ): Promise<void> {
      const server = await readCounted(transaction, gameServerId)
      if (!server || !(await isBoundIn(transaction, to))) return
      const bounds = await store.boundsOf(to, transaction)
      if (bounds) {
        const missing = Object.keys(missingLimits(bounds, server))
        if (missing.length > 0) {
          const message = `your plan needs limits that this server does not have (${missing.join(', ')}): ask an administrator to set them first`
          throw new PanelError('conflict', { message })
        }
        return requireRoom(transaction, to, bounds, amountsOf(server))
      }
      if ((await isBoundIn(transaction, from)) && (await store.boundsOf(from, transaction))) {
        const message = 'this server belongs to a plan and you have none: ask an administrator for one'
        throw new PanelError('conflict', { message })
      }
    },

    /**
     * What a feature asks in the transaction in which it creates one more for a game server, after it is written:
     * refused where the plan of its owner has no room for it. Without an owner or a plan, and for administrators,
     * there is no end.
     */
    async requireRoomForOne(
      transaction: Transaction<Schema>,
      item: CountedElsewhere,
      gameServerId: number,
      by: Pick<SignedInCaller, 'userId'>,
    ): Promise<void> {
      const ownerId = await store.ownerOf(gameServerId, transaction)
      if (ownerId === null || (await access.isAdministrator(by.userId))) return
      const bounds = await store.boundsOf(ownerId, transaction)
      if (!bounds || bounds.limits[item] === null || !(await isBoundIn(transaction, ownerId))) return
      // Whoever asks for another one waits until this one is there or is not.
      await lockUsage(transaction, ownerId)
      const count = await countOwned[item](transaction, ownerId)
      const [used, asked] = [
        { ...noAmounts, [item]: count - 1 },
        { ...noAmounts, [item]: 1 },
      ]
      refuse(shortagesOf(bounds.limits, used, asked))
    },
  }
}

/** Everything that is missing at once, and at its field where it has one. */
function refuse(shortages: readonly PlanShortage[]): void {
  if (shortages.length === 0) return
  const fields = shortages.flatMap(shortage => {
    const field = fieldOfItem(shortage.item)
    return field ? [[field, [shortageMessage([shortage])]]] : []
  })
  throw new PanelError('plan_limit', {
    message: shortageMessage(shortages),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    shortages,
  })
}

async function refuseTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'is taken by another plan')
    throw error
  }
}
