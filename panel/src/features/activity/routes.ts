// Routes of activity: of one game server, and of all that the caller may see.

import { listActivity, listGameServerActivity } from '@rookery/contracts/http/activity.ts'
import { onGameServer, signedIn } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Activity } from './activity.ts'

export function activityRoutes(activity: Activity): Route[] {
  return [
    route(listGameServerActivity, onGameServer('game-server-common'), call => {
      const { kind, before, per_page } = call.query
      return activity.ofGameServer(call.caller, call.params.server, { kind, before, limit: per_page })
    }),
    route(listActivity, signedIn('refused'), call => {
      const { kind, before, per_page, since } = call.query
      const sinceMs = since === undefined ? undefined : Date.parse(since)
      return activity.ofAll(call.caller, { kind, before, sinceMs, limit: per_page })
    }),
  ]
}
