// Players and RCON answers to look at.

import { listPlayers, queryGame, readRconFeatures } from '@rookery/contracts/http/rcon.ts'
import type { GamePlayer, GameQuery } from '@rookery/contracts/players.ts'
import type { Answer } from './fake-panel.ts'

const player = (name: string, score: number, ping: number, seconds: number): GamePlayer => ({
  name,
  id: name,
  score,
  ping,
  seconds,
})

export const players: GamePlayer[] = [
  player('Ann', 42, 18, 5_460),
  player('xX_Sniper_Wolf_Xx', 37, 61, 3_120),
  player('Grüße aus Köln', 12, 24, 940),
  player('<b>Bobby</b>', 8, 133, 610),
  player('a rather long name that somebody thought funny', 0, 45, 12),
]

export const gameQuery: GameQuery = {
  name: 'Wolfpack survival',
  map: 'de_mirage',
  version: '1.40.3',
  players: 5,
  max_players: 20,
  password: false,
  ping_ms: 1.4,
}

export const rconFeatures = {
  protocol: 'source',
  console: true,
  players: { list: true, kick: true, ban: true, message: true },
} as const

export const rconStatus = `hostname: Wolfpack survival
version : 1.40.3 secure
map     : de_mirage
players : 5 humans, 0 bots (20 max)

# userid name        uniqueid            connected ping loss state
#      2 "Ann"       STEAM_1:0:11101       1:31:00   18    0 active
#      7 "Bobby"     STEAM_1:1:40021         10:10  133    2 active`

export function checkPlayers(): void {
  listPlayers.answer.parse(players)
  queryGame.answer.parse(gameQuery)
  readRconFeatures.answer.parse(rconFeatures)
}

/** The first game server has players, the others have none; the seventh knows no RCON. */
export function playersAnswer(at: string, id: number): Answer | null {
  const [method = '', path = ''] = at.split(' ')
  const what = `${method} ${path.replace(/^\/api\/servers\/\d+\//, '')}`
  if (what === 'GET players') return { body: id === 1 ? players : [] }
  if (what === 'GET query') return { body: id === 1 ? gameQuery : { ...gameQuery, players: 0 } }
  if (what === 'GET rcon/features') return { body: { ...rconFeatures, console: id !== 7 } }
  if (what === 'POST rcon') return { body: { output: rconStatus } }
  if (method === 'POST' && /\/players\/(kick|ban|message)$/.test(path)) return { body: { output: '' } }
  return null
}
