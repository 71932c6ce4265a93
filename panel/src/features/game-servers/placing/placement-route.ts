// Where a new game server fits: what administrators see before they choose a node, or let the panel choose.

import { findPlace } from '@rookery/contracts/http/placement.ts'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import { administrator } from '../../../platform/http/access-rule.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { invalidField } from '../../../platform/panel-error.ts'
import type { Nodes } from '../../nodes/nodes.ts'
import type { Templates } from '../../templates/templates.ts'
import { answerOf } from './fit-rules.ts'
import { createPlaceFinder, wishOf } from './place-finder.ts'

interface PlacementRouteDeps {
  db: Kysely<Schema>
  nodes: Pick<Nodes, 'list'>
  templates: Pick<Templates, 'find'>
}

export function placementRoute(deps: PlacementRouteDeps): Route {
  const places = createPlaceFinder(deps)
  return route(findPlace, administrator(), async ({ query }) => {
    const { template } = await deps.templates.find(query.template_id).catch(() => {
      throw invalidField('template_id', 'there is no such template')
    })
    const judged = await places.judged(wishOf(template, query, query, null))
    const [best] = judged
    const chosen = best && best.misfits.length === 0 ? best.candidate.id : null
    return { node_id: chosen, nodes: judged.map(answerOf) }
  })
}
