// What can be done with a game by RCON and query, as its template says.

import type { RconProtocol } from '@rookery/contracts/template/control.ts'
import type { Template } from '@rookery/contracts/template.ts'

export interface RconFeatures {
  protocol: RconProtocol | null
  console: boolean
  players: { list: boolean; kick: boolean; ban: boolean; message: boolean }
}

export function rconFeaturesOf(
  { rcon, query, players }: Pick<Template, 'rcon' | 'query' | 'players'>,
  { hasPassword }: { hasPassword: boolean },
): RconFeatures {
  // Without a password every game that has RCON switches it off.
  const hasRcon = rcon !== undefined && hasPassword
  const canCommand = players !== undefined && (players.by === 'console' || hasRcon)
  return {
    protocol: hasRcon ? rcon.protocol : null,
    console: hasRcon,
    players: {
      list: query !== undefined || (hasRcon && players?.list !== undefined),
      kick: canCommand && players.kick !== undefined,
      ban: canCommand && players.ban !== undefined,
      message: canCommand && players.message !== undefined,
    },
  }
}
