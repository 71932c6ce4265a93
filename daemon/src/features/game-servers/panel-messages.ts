// Definitions of game servers as they come from the panel, and the panel's numbers in all that it says.

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
      gameServers.removeNamed(message.value)
  }
}

/** What the panel says about one of its game servers, with this node's own number in the place of the panel's. */
export function withOwnNumber<Body extends { value: object }>(
  gameServers: Pick<GameServers, 'numberOf'>,
  body: Body,
): Body {
  const { value } = body
  const isOfGameServer = 'gameServerId' in value && typeof value.gameServerId === 'number'
  // Nothing but the node itself has the number 0.
  if (!isOfGameServer || value.gameServerId === 0) return body
  return { ...body, value: { ...value, gameServerId: gameServers.numberOf(value.gameServerId as number) } }
}
