// Plans: named sets of limits, within which people create game servers for themselves.

import * as z from 'zod'
import { placementStates } from '../node-placement.ts'
import { planItems } from '../plan-items.ts'
import { endpoint } from './endpoint.ts'
import { displayName, idParams, pageQuery, time } from './shapes.ts'
import { readTemplate, templateSummary } from './templates.ts'

const largestCount = 1_000_000
const largestPercent = 100_000_000
/** As many as every program counts exactly. */
const largestBytes = Number.MAX_SAFE_INTEGER

const limitUpTo = (largest: number) =>
  z.int('must be a whole number').min(0, 'must not be below 0').max(largest, `must be at most ${largest}`)

const limitOf = (largest: number) => limitUpTo(largest).nullable()

/** Null: without end. */
export const planLimits = z.object({
  servers: limitOf(largestCount),
  memory_bytes: limitOf(largestBytes),
  /** 100 is one whole processor core. */
  cpu_percent: limitOf(largestPercent),
  disk_bytes: limitOf(largestBytes),
  backups: limitOf(largestCount),
  databases: limitOf(largestCount),
  ports: limitOf(largestCount),
})

const countedByServers = {
  ...{ servers: z.int(), memory_bytes: z.int(), cpu_percent: z.int(), disk_bytes: z.int(), ports: z.int() },
}

export const plan = z.object({
  id: z.int(),
  name: z.string(),
  limits: planLimits,
  /** Which may be used; null: all of them. */
  template_ids: z.array(z.int()).nullable(),
  node_ids: z.array(z.int()).nullable(),
  /** Limits are added up, also where a process manager cannot enforce them. */
  counted_only: z.boolean(),
  /** People who were given it by hand. */
  user_count: z.int(),
  /** Roles that give it. */
  role_count: z.int(),
  /** The most of each that any one person uses for whom it counts: above a limit it is exceeded, and nothing is stopped. */
  most_used: z.object(countedByServers),
  created_at: time,
})
export type Plan = z.output<typeof plan>

const objectIds = z
  .array(z.int().positive())
  .max(1_000, 'must be at most 1000')
  .refine(ids => new Set(ids).size === ids.length, 'must not name anything twice')
  .nullable()

const someLimits = planLimits.partial()

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/plans',
  summary: 'All plans',
  query: pageQuery,
  answer: z.array(plan),
  paged: true,
})

export const createPlan = endpoint({
  method: 'POST',
  path: '/api/plans',
  idempotencyKey: 'taken',
  summary: 'Create a plan: what is left out has no limit',
  body: z.object({
    name: displayName,
    limits: someLimits.default({}),
    template_ids: objectIds.default(null),
    node_ids: objectIds.default(null),
    counted_only: z.boolean('must be true or false').default(false),
  }),
  answer: plan,
  status: 201,
})

export const readPlan = endpoint({
  method: 'GET',
  path: '/api/plans/{id}',
  summary: 'One plan',
  params: idParams,
  answer: plan,
  gives: ['ETag'],
})

export const changePlan = endpoint({
  method: 'PUT',
  path: '/api/plans/{id}',
  summary: 'Change a plan: what is left out stays as it is, and servers that are there stay in any case',
  params: idParams,
  body: z.object({
    name: displayName.optional(),
    limits: someLimits.optional(),
    template_ids: objectIds.optional(),
    node_ids: objectIds.optional(),
    counted_only: z.boolean('must be true or false').optional(),
  }),
  answer: plan,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})

export const deletePlan = endpoint({
  method: 'DELETE',
  path: '/api/plans/{id}',
  summary: 'Delete a plan; whoever had it creates nothing any more, and keeps what is there',
  params: idParams,
})

const named = z.object({ id: z.int(), name: z.string() })

const itemUsage = z.object({
  /** Null: without end. */
  limit: z.int().nullable(),
  used: z.int(),
  /** Null: without end. Never below 0. */
  left: z.int().nullable(),
})

/** A plan as it counts for a person, with what they use of it, deleted servers whose files are kept among it. */
export const heldPlan = z.object({
  /** One that was given by hand, or all that roles give: then of each limit the largest counts. */
  plans: z.array(named.extend({ role: named.nullable() })),
  usage: z.record(z.enum(planItems), itemUsage),
  /** Which may be used; null: all of them. */
  template_ids: z.array(z.int()).nullable(),
  node_ids: z.array(z.int()).nullable(),
  counted_only: z.boolean(),
})
export type HeldPlan = z.output<typeof heldPlan>

/** `held` is null for whoever has no plan, and for administrators, whom no plan bounds. */
export const readOwnPlan = endpoint({
  method: 'GET',
  path: '/api/profile/plan',
  summary: 'Your plan: what is used of it and what is left',
  answer: z.object({ held: heldPlan.nullable() }),
})

/** What a person is told of a node that their plan names. */
export const offeredNode = z.object({
  id: z.int(),
  name: z.string(),
  online: z.boolean(),
  placement: z.enum(placementStates),
  location: z.string().nullable(),
  tags: z.array(z.string()),
  runtimes: z.array(z.string()),
})
export type OfferedNode = z.output<typeof offeredNode>

export const readPlanOffer = endpoint({
  method: 'GET',
  path: '/api/profile/plan/offer',
  summary: 'The templates and nodes of your plan',
  answer: z.object({
    templates: z.array(templateSummary),
    nodes: z.array(offeredNode),
  }),
})

export const readPlanTemplate = endpoint({
  method: 'GET',
  path: '/api/profile/plan/templates/{id}',
  summary: 'One template of your plan, whole',
  params: idParams,
  answer: readTemplate.answer.omit({ game_servers: true }),
})

const chosenPlan = z.object({ plan_id: z.int().positive().max(2_147_483_647).nullable() })

export const userPlan = z.object({
  /** Given by hand; null: none. It counts instead of those of roles. */
  plan: named.nullable(),
  /** What counts; null: nothing does. */
  held: heldPlan.nullable(),
})
export type UserPlan = z.output<typeof userPlan>

export const readUserPlan = endpoint({
  method: 'GET',
  path: '/api/users/{id}/plan',
  summary: 'The plan of a user, with what is used of it',
  params: idParams,
  answer: userPlan,
})

export const changeUserPlan = endpoint({
  method: 'PUT',
  path: '/api/users/{id}/plan',
  summary: 'Give a user a plan by hand, or take it away',
  params: idParams,
  body: chosenPlan,
  answer: userPlan,
})

export const readRolePlan = endpoint({
  method: 'GET',
  path: '/api/roles/{id}/plan',
  summary: 'The plan that a role gives',
  params: idParams,
  answer: z.object({ plan: named.nullable() }),
})

export const changeRolePlan = endpoint({
  method: 'PUT',
  path: '/api/roles/{id}/plan',
  summary: 'Give everybody who holds a role a plan, or none',
  params: idParams,
  body: chosenPlan,
  answer: z.object({ plan: named.nullable() }),
})
