// Routes of activity: of one game server, of all that the caller may see, and the same as CSV.

import { Readable } from 'node:stream'
import { exportActivity, listActivity, listGameServerActivity } from '@rookery/contracts/http/activity.ts'
import { onGameServer, signedIn } from '../../platform/http/access-rule.ts'
import { byteRoute, type Route, route } from '../../platform/http/route.ts'
import type { Activity } from './activity.ts'

export function activityRoutes(activity: Activity): Route[] {
  return [
    route(listGameServerActivity, onGameServer('game-server-common'), call => {
      const { per_page: limit, ...query } = call.query
      return activity.ofGameServer(call.caller, call.params.server, { ...query, limit })
    }),
    route(listActivity, signedIn('refused'), call => {
      const { per_page: limit, ...query } = call.query
      return activity.ofAll(call.caller, { ...query, limit })
    }),
    byteRoute(exportActivity, signedIn('refused'), async (call, { reply, signal }) => {
      const pieces = await activity.exported(call.caller, call.query, signal)
      const isHead = call.request.method === 'HEAD'
      reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="activity.csv"')
      return reply.send(isHead ? '' : Readable.from(pieces))
    }),
  ]
}
