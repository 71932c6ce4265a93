// RCON commands as they come from the panel.

import type { RconCommand } from '@rookery/contracts/daemon/generated/link.ts'
import type { Rcon } from './rcon.ts'

export async function answerRconCommand(
  rcon: Rcon,
  { gameServerId, command }: RconCommand,
): Promise<{ output: string }> {
  return { output: await rcon.send(gameServerId, command) }
}
