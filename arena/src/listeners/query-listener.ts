// Answers A2S queries over UDP.

import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { Game } from '../game.ts'
import { pointsToWin } from '../logic/fight/arena-state.ts'
import {
  encodeChallenge,
  encodePlayers,
  encodeRules,
  encodeSummary,
  type Summary,
  toDatagrams,
} from '../logic/wire/a2s-answers.ts'
import {
  challengeFor,
  isChallengeRight,
  type QueryKind,
  readQueryRequest,
} from '../logic/wire/a2s-requests.ts'
import { type Listener, listenUdp } from './listen.ts'

export type QueryDeps = {
  ip: string
  port: number
  game: Game
  clockMs: () => number
  about: { name: string; version: string; maxPlayers: number; gamePort: number }
}

export async function openQueryListener({ ip, port, game, clockMs, about }: QueryDeps): Promise<Listener> {
  const socket = createSocket(isIPv6(ip) ? 'udp6' : 'udp4')
  const secret = randomBytes(32)
  let answerId = 0

  socket.on('message', (datagram, asker) => {
    const request = readQueryRequest(datagram)
    if (!request) return
    const nowMs = clockMs()
    const isProven = isChallengeRight(secret, asker.address, nowMs, request.challenge)
    const answer = isProven
      ? answerTo(request.kind, game, about, nowMs)
      : encodeChallenge(challengeFor(secret, asker.address, nowMs))
    for (const part of toDatagrams(answer, ++answerId))
      socket.send(part, asker.port, asker.address, () => undefined)
  })

  const boundPort = await listenUdp(socket, ip, port, 'query')
  // Errors after binding concern single datagrams, never the listener.
  socket.on('error', () => undefined)
  return { port: boundPort, close: () => socket.close() }
}

function answerTo(kind: QueryKind, game: Game, about: QueryDeps['about'], nowMs: number): Buffer {
  const players = game.players()
  if (kind === 'players') {
    return encodePlayers(
      players.map(({ fighter }) => ({
        name: fighter.name,
        score: fighter.points,
        connectedSeconds: (nowMs - fighter.joinedAtMs) / 1000,
      })),
    )
  }
  if (kind === 'rules') {
    return encodeRules([
      ['map_title', game.map().title],
      ['points_to_win', String(pointsToWin)],
      ['round', String(game.round())],
      ['goose', '1'],
    ])
  }
  const summary: Summary = {
    name: about.name,
    map: game.map().id,
    folder: 'arena',
    game: 'Arena',
    playerCount: players.length,
    maxPlayers: about.maxPlayers,
    version: about.version,
    gamePort: about.gamePort,
  }
  return encodeSummary(summary)
}
