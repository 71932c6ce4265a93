// Queries of the library that ask a list on the internet instead of the game: a node does not tell strangers about it.

const directoryProtocols = new Set([
  'altvmp',
  'asa',
  'beammp',
  'beammpmaster',
  'brokeprotocol',
  'brokeprotocolmaster',
  'discord',
  'epic',
  'factorio',
  'geneshift',
  'hawakening',
  'hawakeningmaster',
  'minetest',
  'ragemp',
  'renegadex',
  'renegadexmaster',
  'renown',
  'scpsl',
  'squad',
  'theisleevrima',
  'tribes1master',
  'vintagestory',
  'vintagestorymaster',
])

export interface KnownGames {
  readonly [game: string]: { options: { protocol: string } } | undefined
}

/** By the name of a game or of a protocol, as templates write it. */
export function asksDirectory(game: string, games: KnownGames): boolean {
  const protocol = game.startsWith('protocol-')
    ? game.slice('protocol-'.length)
    : games[game]?.options.protocol
  return protocol !== undefined && directoryProtocols.has(protocol)
}
