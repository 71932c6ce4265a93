// Routes of RCON, players and game query.

import {
  banPlayer,
  kickPlayer,
  listPlayers,
  messagePlayers,
  queryGame,
  readRconFeatures,
  sendRconCommand,
} from '@rookery/contracts/http/rcon.ts'
import { onGameServer } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Rcon } from './rcon.ts'

export function rconRoutes(rcon: Rcon): Route[] {
  const byConsole = onGameServer('game-server-rcon-console', 'server:rcon-console')
  const byPlayers = onGameServer('game-server-rcon-players', 'server:rcon-players')
  return [
    route(sendRconCommand, byConsole, call => rcon.send(call.params.server, call.body.command)),
    route(readRconFeatures, byConsole, call => rcon.features(call.params.server)),
    route(listPlayers, byPlayers, call => rcon.listPlayers(call.params.server)),
    route(kickPlayer, byPlayers, call => {
      const { player, reason } = call.body
      return rcon.commandPlayer(call.params.server, { action: 'kick', player, text: reason })
    }),
    route(banPlayer, byPlayers, call => {
      const { player, reason } = call.body
      return rcon.commandPlayer(call.params.server, { action: 'ban', player, text: reason })
    }),
    route(messagePlayers, byPlayers, call =>
      rcon.commandPlayer(call.params.server, { action: 'message', player: '', text: call.body.message }),
    ),
    route(queryGame, onGameServer('game-server-common', 'server:list'), call =>
      rcon.query(call.params.server),
    ),
  ]
}
