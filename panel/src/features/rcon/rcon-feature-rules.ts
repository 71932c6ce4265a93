// What can be done with a game by RCON and query, as its template says.

import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { readRconFeatures } from '@rookery/contracts/http/rcon.ts'
import type { Template } from '@rookery/contracts/template.ts'

export type RconFeatures = AnswerOf<typeof readRconFeatures>

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
