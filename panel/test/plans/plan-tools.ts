// Plans, people who have them, and servers within them, for tests.

import { randomUUID } from 'node:crypto'
import type { HeldPlan, Plan, UserPlan } from '@rookery/contracts/http/plans.ts'
import type { PlanAmounts } from '@rookery/contracts/plan-items.ts'
import { type Asked, ask, createUser, done, type Made } from '../access/people.ts'
import { addTemplate } from '../game-servers/a-game.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

export const gib = 1024 ** 3

/** A panel with a node and a template of which game servers can be made. */
export async function startPlansPanel(variables: Record<string, string> = {}) {
  const panel = await startTestPanel({ variables })
  const admin: Asked = { panel, sessionToken: await panel.signIn() }
  const { id: node_id } = await panel.app.nodes.create('node')
  const template_id = await addTemplate(panel)
  return { panel, admin, node_id, template_id }
}
export type PlansPanel = Awaited<ReturnType<typeof startPlansPanel>>

export const createPlan = (admin: Asked, body: object = {}): Promise<Plan> =>
  done(admin, 'POST', '/api/plans', { name: `plan ${randomUUID()}`, ...body })

export const givePlan = (admin: Asked, userId: number, plan_id: number | null): Promise<UserPlan> =>
  done(admin, 'PUT', `/api/users/${userId}/plan`, { plan_id })

export const as = (panel: TestPanel, { sessionToken }: Made): Asked => ({ panel, sessionToken })

/** A person with a plan of their own with these limits. */
export async function addHolder({ panel, admin }: PlansPanel, body: object) {
  const person = await createUser(admin)
  const plan = await createPlan(admin, body)
  await givePlan(admin, person.id, plan.id)
  return { person, plan, asked: as(panel, person) }
}

export const newServer = ({ node_id, template_id }: PlansPanel, more: object = {}) => ({
  ...{ name: 'castle', node_id, template_id, install: false },
  ...more,
})

export const askForServer = (asked: Asked, world: PlansPanel, more: object = {}) =>
  ask(asked, 'POST', '/api/servers', newServer(world, more))

export async function ownPlan(asked: Asked): Promise<HeldPlan> {
  const { held } = await done(asked, 'GET', '/api/profile/plan')
  if (!held) throw new Error('has no plan')
  return held
}

export async function usedOf(asked: Asked): Promise<PlanAmounts> {
  const { usage } = await ownPlan(asked)
  return Object.fromEntries(Object.entries(usage).map(([item, { used }]) => [item, used])) as PlanAmounts
}
