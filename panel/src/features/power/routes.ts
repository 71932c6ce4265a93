// Routes of power with options.

import { readPower, setPower } from '@rookery/contracts/http/power.ts'
import { onGameServer } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { taskRoute } from '../tasks/tasks.ts'
import type { Power } from './power.ts'

export function powerRoutes(power: Power): Route[] {
  return [
    route(readPower, onGameServer('game-server-common'), call => power.read(call.params.server, call.caller)),
    // The permission of the action, and of the message, is checked when it is known which.
    taskRoute(setPower, onGameServer('game-server-common'), (call, also) =>
      power.set(call.params.server, call.body, call.caller, also),
    ),
  ]
}
