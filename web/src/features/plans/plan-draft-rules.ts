// A plan as it is edited: what was typed, what is wrong with it, and what is sent.

import type { Plan } from '@rookery/contracts/http/plans.ts'
import { type PlanItem, type PlanLimits, planItems } from '@rookery/contracts/plan-items.ts'
import { amountTyped, type TypedLimits, typedLimits } from '../../parts/plans/plan-amount-rules.ts'

/** Ids are texts, as fields have them. */
export interface ChosenIds {
  isEvery: boolean
  ids: string[]
}

export interface PlanDraft {
  name: string
  limits: TypedLimits
  templates: ChosenIds
  nodes: ChosenIds
  countedOnly: boolean
}

const chosenOf = (ids: readonly number[] | null): ChosenIds => ({
  isEvery: ids === null,
  ids: (ids ?? []).map(String),
})

const noLimits = Object.fromEntries(planItems.map(item => [item, null])) as PlanLimits

/** Null: a new one. */
export const draftOf = (plan: Plan | null): PlanDraft => ({
  name: plan?.name ?? '',
  limits: typedLimits(plan?.limits ?? noLimits),
  templates: chosenOf(plan?.template_ids ?? null),
  nodes: chosenOf(plan?.node_ids ?? null),
  countedOnly: plan?.counted_only ?? false,
})

type PlanFault = 'name' | 'templates' | 'nodes' | PlanItem

export function draftFaults(draft: PlanDraft): PlanFault[] {
  const lacks = ({ isEvery, ids }: ChosenIds) => !isEvery && ids.length === 0
  return [
    ...(draft.name.trim() === '' ? (['name'] as const) : []),
    ...planItems.filter(item => Number.isNaN(amountTyped(item, draft.limits[item]))),
    ...(lacks(draft.templates) ? (['templates'] as const) : []),
    ...(lacks(draft.nodes) ? (['nodes'] as const) : []),
  ]
}

/** What one person uses of it, where that is more than was typed. */
export function excessOf(
  { limits }: PlanDraft,
  mostUsed: Plan['most_used'] | null,
  item: PlanItem,
): number | null {
  const used = mostUsed && item in mostUsed ? mostUsed[item as keyof typeof mostUsed] : 0
  const limit = amountTyped(item, limits[item])
  return limit !== null && used > limit ? used : null
}

/** Of each limit that somebody exceeds what they use; null: nobody does. */
export const exceededAmounts = (plan: Plan): PlanLimits => {
  const draft = draftOf(plan)
  return Object.fromEntries(
    planItems.map(item => [item, excessOf(draft, plan.most_used, item)]),
  ) as PlanLimits
}

const idsOf = ({ isEvery, ids }: ChosenIds) => (isEvery ? null : ids.map(Number))

export const bodyOf = ({ name, limits, templates, nodes, countedOnly }: PlanDraft) => ({
  name: name.trim(),
  limits: Object.fromEntries(planItems.map(item => [item, amountTyped(item, limits[item])])) as PlanLimits,
  template_ids: idsOf(templates),
  node_ids: idsOf(nodes),
  counted_only: countedOnly,
})
