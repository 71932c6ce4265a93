// What a person may create game servers from: the templates and nodes of their plan, and one of these templates whole.

import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import { readPlanOffer, readPlanTemplate } from '@rookery/contracts/http/plans.ts'
import { ofPerson } from '../../../platform/http/access-rule.ts'
import { readerLanguage } from '../../../platform/http/reader-language.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import type { VisibleObjects } from '../../access/logic/visible-objects.ts'
import type { Nodes } from '../../nodes/nodes.ts'
import { type Bounds, isAmong } from '../../plans/plan-rules.ts'
import type { Plans } from '../../plans/plans.ts'
import type { Templates } from '../../templates/templates.ts'

interface PlanOfferDeps {
  plans: Pick<Plans, 'boundsOf'>
  nodes: Pick<Nodes, 'list'>
  templates: Pick<Templates, 'list' | 'read'>
}

/** Far more than a form offers. */
const most = { limit: 1_000, offset: 0 }
const among = (ids: readonly number[] | null): VisibleObjects =>
  ids === null ? { all: true, except: [] } : { all: false, only: [...ids] }

export function planOfferRoutes({ plans, nodes, templates }: PlanOfferDeps): Route[] {
  async function nodesOf({ nodeIds }: Bounds): Promise<AnswerOf<typeof readPlanOffer>['nodes']> {
    const { items } = await nodes.list(most, among(nodeIds))
    const usable = items.filter(({ enabled, enrolled }) => enabled && enrolled)
    return usable.map(({ id, name, online, placement, location, tags, runtimes }) => ({
      ...{ id, name, online, placement, location, tags, runtimes },
    }))
  }

  return [
    route(readPlanOffer, ofPerson('refused'), async ({ caller }, exchange) => {
      const bounds = await plans.boundsOf(caller.userId)
      if (!bounds) return { templates: [], nodes: [] }
      const { items } = await templates.list(most, among(bounds.templateIds), readerLanguage(exchange))
      return { templates: items, nodes: await nodesOf(bounds) }
    }),
    route(readPlanTemplate, ofPerson('refused'), async ({ caller, params }, exchange) => {
      const bounds = await plans.boundsOf(caller.userId)
      if (!bounds || !isAmong(bounds.templateIds, params.id)) {
        throw new PanelError('not_found', { message: 'there is no such template in your plan' })
      }
      const { answer } = await templates.read(params.id, readerLanguage(exchange))
      const { game_servers: _, ...offered } = answer
      return offered
    }),
  ]
}
