// Definitions of game servers as they come from the panel.

import type { PanelMessage } from '../../platform/panel-link/link-hooks.ts'
import type { GameServers } from './game-servers.ts'

type GameServerMessage = Extract<PanelMessage, { $case: 'putGameServer' | 'removeGameServer' }>

export async function receiveGameServerMessage(
  gameServers: GameServers,
  message: GameServerMessage,
): Promise<void> {
  switch (message.$case) {
    case 'putGameServer':
      await gameServers.put(message.value)
      break
    case 'removeGameServer':
      gameServers.remove(message.value.gameServerId, message.value.deleteFiles ? 'delete' : 'keep')
  }
}
