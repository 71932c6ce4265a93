// What can be done with a game by RCON and query, as its template says.

import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { readRconFeatures } from '@rookery/contracts/http/rcon.ts'
import type { RconProtocol } from '@rookery/contracts/template/control.ts'
import type { Template } from '@rookery/contracts/template.ts'

export type RconFeatures = AnswerOf<typeof readRconFeatures>

/** What every game of a protocol answers to; games that speak Source's have little in common. */
const protocolCommands: Readonly<Record<RconProtocol, readonly string[]>> = {
  source: [],
  goldsource: ['status', 'stats'],
  minecraft: ['list', 'seed', 'time query day', 'help'],
  quake3: ['status', 'serverinfo'],
  battleye: ['players', 'bans', 'version'],
}

export function rconFeaturesOf(
  { rcon, query, players }: Pick<Template, 'rcon' | 'query' | 'players'>,
  { hasPassword }: { hasPassword: boolean },
): RconFeatures {
  // Without a password every game that has RCON switches it off.
  const hasRcon = rcon !== undefined && hasPassword
  const bansBy = players?.bans?.by ?? players?.by
  const canCommand = players !== undefined && (players.by === 'console' || hasRcon)
  return {
    protocol: hasRcon ? rcon.protocol : null,
    console: hasRcon,
    commands: hasRcon ? knownCommands(rcon.protocol, players) : [],
    players: {
      list: query !== undefined || (hasRcon && players?.list !== undefined),
      kick: canCommand && players.kick !== undefined,
      ban: canCommand && players.ban !== undefined,
      bans: players?.bans !== undefined && (bansBy === 'console' || hasRcon),
      unban: canCommand && players.unban !== undefined,
      message: canCommand && players.message !== undefined,
    },
  }
}

function knownCommands(protocol: RconProtocol, players: Template['players']): string[] {
  const list = players?.by === 'rcon' ? players.list?.command : undefined
  return [...new Set([...(list ? [list] : []), ...protocolCommands[protocol]])]
}
