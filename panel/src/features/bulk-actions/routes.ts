// Routes of bulk actions. What may be done to which game server is decided step by step.

import {
  cancelBulkAction,
  listBulkActions,
  readBulkAction,
  readManyAbilities,
  readManyPowerOptions,
  startBulkAction,
} from '@rookery/contracts/http/bulk-actions.ts'
import { signedIn } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { creatingRoute, madeObject, type Route, route } from '../../platform/http/route.ts'
import type { BulkActions } from './bulk-actions.ts'

export function bulkActionRoutes(bulkActions: BulkActions): Route[] {
  return [
    creatingRoute(startBulkAction, signedIn('refused'), {
      made: madeObject,
      create: (call, once) => bulkActions.start(call.body, call.caller, once),
      again: ({ id }, call) => bulkActions.read(id, call.caller),
    }),
    route(listBulkActions, signedIn('refused'), ({ query, caller }) =>
      bulkActions.list({ isUnended: query.status === 'working', user: query.user }, caller, windowOf(query)),
    ),
    route(readBulkAction, signedIn('refused'), call => bulkActions.read(call.params.id, call.caller)),
    route(cancelBulkAction, signedIn('refused'), call => bulkActions.cancel(call.params.id, call.caller)),
    route(readManyAbilities, signedIn('refused'), call =>
      bulkActions.abilities(call.body.servers, call.caller),
    ),
    route(readManyPowerOptions, signedIn('refused'), call =>
      bulkActions.powerOptions(call.body.servers, call.caller),
    ),
  ]
}
