// Questions and requests about players as they come from the panel.

import type { CommandPlayer, ListPlayers } from '@rookery/contracts/daemon/generated/link.ts'
import { playerActions } from '@rookery/contracts/players.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { Players } from './players.ts'

export async function answerListPlayers(
  players: Players,
  { gameServerId }: ListPlayers,
): Promise<{ json: string }> {
  return { json: JSON.stringify(await players.list(gameServerId)) }
}

export async function answerCommandPlayer(
  players: Players,
  { gameServerId, action, player, text }: CommandPlayer,
): Promise<{ output: string }> {
  const known = playerActions.find(name => name === action)
  if (!known) throw new LinkRefusal('unavailable', `this daemon does not know how to ${action}: update it`)
  return { output: await players.command(gameServerId, { action: known, player, text }) }
}
