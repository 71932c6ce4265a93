// Asks a game about itself with the query library, which is loaded at the first question: most of it is other games.

import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import { asksDirectory } from './logic/directory-queries.ts'
import { type GameAnswer, readGameAnswer } from './logic/read-game-answer.ts'

export interface QueryAddress {
  /** A name of the query library. */
  game: string
  host: string
  port: number
}

/** One exchange with the game; some protocols need several. */
const exchangeMs = 1_500
/** Datagrams get lost, and a busy machine answers late: a game that is silent is asked twice. */
const attempts = 2
const attemptMs = 4_000

type Library = Awaited<ReturnType<typeof loadLibrary>>
let library: Promise<Library> | null = null

async function loadLibrary() {
  const { GameDig, games } = await import('gamedig')
  return { asker: new GameDig(), games }
}

/** Throws LinkRefusal in words. */
export async function askGame({ game, host, port }: QueryAddress): Promise<GameAnswer> {
  library ??= loadLibrary()
  const { asker, games } = await library
  if (asksDirectory(game, games)) {
    throw new LinkRefusal('conflict', 'this query asks a list on the internet, not the game: it is not asked')
  }
  let raw: unknown
  try {
    raw = await asker.query({
      type: game,
      host,
      address: host,
      port,
      givenPortOnly: true,
      maxRetries: attempts,
      socketTimeout: exchangeMs,
      attemptTimeout: attemptMs,
      portCache: false,
    })
  } catch (error) {
    throw refusalOf(error, game)
  }
  return readGameAnswer(raw)
}

function refusalOf(error: unknown, game: string): LinkRefusal {
  const text = error instanceof Error ? `${error.message}\n${error.stack}` : ''
  if (/Invalid game|Protocol definition file missing/.test(text)) {
    return new LinkRefusal('conflict', `the template asks for the game query "${game}", which is not known`)
  }
  return new LinkRefusal(
    'game_unreachable',
    'the game does not answer its query: it may still be starting, or its query is switched off',
  )
}
