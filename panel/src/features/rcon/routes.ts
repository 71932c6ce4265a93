// Routes of RCON.

import { readRconFeatures, sendRconCommand } from '@rookery/contracts/http/rcon.ts'
import { onGameServer } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Rcon } from './rcon.ts'

export function rconRoutes(rcon: Rcon): Route[] {
  const byConsole = onGameServer('game-server-rcon-console', 'server:rcon-console')
  return [
    route(sendRconCommand, byConsole, call => rcon.send(call.params.server, call.body.command)),
    route(readRconFeatures, byConsole, call => rcon.features(call.params.server)),
  ]
}
