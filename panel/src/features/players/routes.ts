// Routes of players and game query.

import {
  banPlayer,
  kickPlayer,
  listPlayerBans,
  listPlayers,
  listRecentPlayers,
  messagePlayers,
  queryGame,
  unbanPlayer,
} from '@rookery/contracts/http/players.ts'
import { onGameServer } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Players } from './players.ts'

export function playerRoutes(players: Players): Route[] {
  const byPlayers = onGameServer('game-server-rcon-players', 'server:rcon-players')
  const byPeople = onGameServer('game-server-rcon-players')
  return [
    route(listPlayers, byPlayers, call => players.list(call.params.server)),
    route(listRecentPlayers, byPeople, call => players.recent(call.params.server)),
    route(listPlayerBans, byPeople, call => players.bans(call.params.server)),
    route(kickPlayer, byPlayers, call => {
      const { player, reason } = call.body
      return players.command(call.params.server, { action: 'kick', player, text: reason })
    }),
    route(banPlayer, byPlayers, call => {
      const { player, reason } = call.body
      return players.command(call.params.server, { action: 'ban', player, text: reason })
    }),
    route(unbanPlayer, byPeople, call =>
      players.command(call.params.server, { action: 'unban', player: call.body.player, text: '' }),
    ),
    route(messagePlayers, byPlayers, call =>
      players.command(call.params.server, { action: 'message', player: '', text: call.body.message }),
    ),
    route(queryGame, onGameServer('game-server-common', 'server:list'), call =>
      players.query(call.params.server),
    ),
  ]
}
