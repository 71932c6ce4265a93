// Routes of game servers: list, create, power, own rights.

import {
  createGameServer,
  deleteGameServer,
  installGameServer,
  killGameServer,
  listGameServers,
  pauseGameServer,
  readGameServer,
  readOwnAbilities,
  reinstallGameServer,
  restartGameServer,
  resumeGameServer,
  startGameServer,
  stopGameServer,
  updateGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { administrator, onGameServer, signedIn } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Access } from '../access/access.ts'
import type { GameServers } from './game-servers.ts'

export function gameServerRoutes(gameServers: GameServers, access: Access): Route[] {
  return [
    route(listGameServers, signedIn('server:list'), async call => {
      const { q, state, node, sort } = call.query
      const visible = await access.visibleGameServers(call.caller.userId)
      return gameServers.list({ visible, q, state, nodeId: node, sort }, windowOf(call.query))
    }),
    route(readGameServer, onGameServer('game-server-common', 'server:list'), async call => {
      const isForAdministrator =
        call.caller.kind === 'login-session' && (await access.isAdministrator(call.caller.userId))
      return gameServers.read(call.params.server, isForAdministrator)
    }),
    route(createGameServer, administrator('admin:server:create'), async call => {
      const { id, taskId } = await gameServers.create(call.body, call.caller.userId)
      return { ...(await gameServers.read(id, true)), task_id: taskId }
    }),
    route(deleteGameServer, administrator(), call =>
      gameServers.remove(call.params.server, call.query.files),
    ),
    route(readOwnAbilities, onGameServer('game-server-common', 'any ability'), async call => {
      await gameServers.find(call.params.server)
      return access.onGameServer(call.caller, call.params.server)
    }),
    ...powerRoutes(gameServers),
  ]
}

function powerRoutes(gameServers: GameServers): Route[] {
  const actions = [
    [startGameServer, 'start', onGameServer('game-server-start', 'server:start')],
    [stopGameServer, 'stop', onGameServer('game-server-stop', 'server:stop')],
    [restartGameServer, 'restart', onGameServer('game-server-restart', 'server:restart')],
    [killGameServer, 'kill', onGameServer('game-server-stop', 'server:stop')],
    [pauseGameServer, 'pause', onGameServer('game-server-pause')],
    [resumeGameServer, 'resume', onGameServer('game-server-pause')],
    [installGameServer, 'install', onGameServer('game-server-update', 'server:update')],
    [updateGameServer, 'update', onGameServer('game-server-update', 'server:update')],
    [reinstallGameServer, 'reinstall', onGameServer('game-server-update')],
  ] as const
  return actions.map(([endpoint, kind, access]) =>
    route(endpoint, access, call => gameServers.act(call.params.server, kind, call.caller.userId)),
  )
}
