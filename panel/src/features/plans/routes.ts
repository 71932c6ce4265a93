// Routes of plans: for administrators, and what a person is told of their own.

import {
  changePlan,
  changeRolePlan,
  changeUserPlan,
  createPlan,
  deletePlan,
  listPlans,
  type Plan as PlanAnswer,
  readOwnPlan,
  readPlan,
  readRolePlan,
  readUserPlan,
} from '@rookery/contracts/http/plans.ts'
import { type PlanLimits, planItems } from '@rookery/contracts/plan-items.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { administrator, ofPerson } from '../../platform/http/access-rule.ts'
import type { EditTags } from '../../platform/http/edit-tags.ts'
import { windowOf } from '../../platform/http/paging.ts'
import {
  type ByteExchange,
  creatingRoute,
  madeObject,
  type RequestFacts,
  type Route,
  route,
} from '../../platform/http/route.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { NewPeopleEntry, PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf, changedFields } from '../people-activity/people-activity-rules.ts'
import type { Roles } from '../roles/roles.ts'
import type { Users } from '../users/users.ts'
import type { Plan } from './plan-rules.ts'
import { editedState, type Holder, type Plans, type StoredPlan } from './plans.ts'

interface PlanRoutesDeps {
  access: Pick<Access, 'isAdministrator'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  users: Pick<Users, 'requirePerson'>
  roles: Pick<Roles, 'find'>
  editTags: EditTags
}

interface Recorded {
  caller: SignedInCaller
  request: RequestFacts
}

export function planRoutes(plans: Plans, deps: PlanRoutesDeps): Route[] {
  const { access, audit, peopleActivity, editTags } = deps
  const record = (
    event: 'plan.created' | 'plan.changed' | 'plan.deleted',
    { caller, request }: Recorded,
    { id, name }: Pick<StoredPlan, 'id' | 'name'>,
  ) => {
    const details = { plan_id: id, plan_name: name }
    audit.record({ event, outcome: 'success', request, details }, caller)
  }
  const entry = (
    event: NewPeopleEntry['event'],
    { id, name }: Pick<StoredPlan, 'id' | 'name'>,
    details: NewPeopleEntry['details'] = {},
  ): NewPeopleEntry => ({ event, subject: { type: 'plan', id, name }, details })
  const taggedAnswerOf = async (id: number, { reply }: ByteExchange) => {
    const plan = await plans.find(id)
    editTags.give(reply, editedState(plan))
    return answerOf(plan)
  }
  return [
    route(listPlans, administrator(), async call => {
      const { items, total } = await plans.list(windowOf(call.query))
      return { items: items.map(answerOf), total }
    }),
    route(readPlan, administrator(), (call, exchange) => taggedAnswerOf(call.params.id, exchange)),
    creatingRoute(createPlan, administrator(), {
      made: madeObject,
      async create(call, once) {
        const { name, limits, template_ids, node_ids, counted_only } = call.body
        const ids = { templateIds: template_ids, nodeIds: node_ids }
        const plan = { name, limits: { ...noLimits, ...given(limits) }, ...ids, countedOnly: counted_only }
        const id = await plans.create(plan, call.caller, async (transaction, made) => {
          await once.note(transaction, { id: made })
          await peopleActivity.write(
            transaction,
            authorOf(call.caller),
            entry('plan_created', { id: made, name }),
          )
        })
        record('plan.created', call, { id, name })
        return answerOf(await plans.find(id))
      },
      again: async ({ id }) => answerOf(await plans.find(id)),
    }),
    route(changePlan, administrator(), async (call, exchange) => {
      const requireState = editTags.requiredBy(exchange.incoming.headers)
      const present = await plans.find(call.params.id)
      const { name, limits, template_ids, node_ids, counted_only } = call.body
      const wanted = {
        name: name ?? present.name,
        limits: { ...present.limits, ...given(limits ?? {}) },
        templateIds: template_ids === undefined ? present.templateIds : template_ids,
        nodeIds: node_ids === undefined ? present.nodeIds : node_ids,
        countedOnly: counted_only ?? present.countedOnly,
      }
      const changes = changedFields(recordedFields(present), recordedFields(wanted))
      await plans.change(present, wanted, call.caller, {
        requireState,
        also: async transaction => {
          if (changes.length === 0) return
          const changed = entry('plan_changed', present, { changes })
          await peopleActivity.write(transaction, authorOf(call.caller), changed)
        },
      })
      record('plan.changed', call, present)
      return taggedAnswerOf(present.id, exchange)
    }),
    route(deletePlan, administrator(), async call => {
      const plan = await plans.find(call.params.id)
      await plans.remove(plan.id, call.caller, transaction =>
        peopleActivity.write(transaction, authorOf(call.caller), entry('plan_deleted', plan)),
      )
      record('plan.deleted', call, plan)
    }),
    ...holderRoutes(plans, deps),
    route(readOwnPlan, ofPerson('refused'), async ({ caller: { userId } }) => ({
      held: (await access.isAdministrator(userId)) ? null : await plans.heldBy(userId),
    })),
  ]
}

function holderRoutes(plans: Plans, { audit, peopleActivity, users, roles }: PlanRoutesDeps): Route[] {
  const ofUser = (id: number): Holder => ({ table: 'users', id })
  const ofRole = (id: number): Holder => ({ table: 'roles', id })
  const give = async (holder: Holder, name: string, planId: number | null, { caller, request }: Recorded) => {
    const type = holder.table === 'users' ? 'user' : 'role'
    await plans.give(holder, planId, caller, async (transaction, { before, after }) => {
      const changes = changedFields({ plan: before }, { plan: after })
      if (changes.length === 0) return
      const subject = { type, id: holder.id, name } as const
      await peopleActivity.write(transaction, authorOf(caller), {
        event: 'plan_given',
        subject,
        details: { changes },
      })
    })
    const details = { [`${type}_id`]: holder.id, plan_id: planId }
    audit.record({ event: `${type}.plan_changed`, outcome: 'success', request, details }, caller)
  }
  const userAnswer = async (id: number) => ({
    plan: await plans.ofHolder(ofUser(id)),
    held: await plans.heldBy(id),
  })
  return [
    route(readUserPlan, administrator(), async ({ params }) => {
      const { id } = await users.requirePerson(params.id)
      return userAnswer(id)
    }),
    route(changeUserPlan, administrator(), async call => {
      const { id, login } = await users.requirePerson(call.params.id)
      await give(ofUser(id), login, call.body.plan_id, call)
      return userAnswer(id)
    }),
    route(readRolePlan, administrator(), async ({ params }) => {
      const { id } = await roles.find(params.id)
      return { plan: await plans.ofHolder(ofRole(id)) }
    }),
    route(changeRolePlan, administrator(), async call => {
      const { id, name } = await roles.find(call.params.id)
      await give(ofRole(id), name, call.body.plan_id, call)
      return { plan: await plans.ofHolder(ofRole(id)) }
    }),
  ]
}

const noLimits = Object.fromEntries(planItems.map(item => [item, null])) as PlanLimits

function given(limits: { [Item in keyof PlanLimits]?: number | null | undefined }): Partial<PlanLimits> {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))
}

const recordedFields = ({ name, limits, templateIds, nodeIds, countedOnly }: Omit<Plan, 'id'>) => ({
  name,
  ...limits,
  templates: templateIds?.join(', ') ?? null,
  nodes: nodeIds?.join(', ') ?? null,
  counted_only: countedOnly,
})

function answerOf(plan: StoredPlan): PlanAnswer {
  return {
    id: plan.id,
    name: plan.name,
    limits: plan.limits,
    template_ids: plan.templateIds && [...plan.templateIds],
    node_ids: plan.nodeIds && [...plan.nodeIds],
    counted_only: plan.countedOnly,
    user_count: plan.userCount,
    role_count: plan.roleCount,
    most_used: plan.mostUsed,
    created_at: timeOf(plan.createdAtMs),
  }
}
