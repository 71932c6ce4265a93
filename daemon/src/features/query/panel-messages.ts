// Game queries as they come from the panel.

import type { QueryGame } from '@rookery/contracts/daemon/generated/link.ts'
import type { Query } from './query.ts'

export async function answerQueryGame(query: Query, { gameServerId }: QueryGame): Promise<{ json: string }> {
  return { json: JSON.stringify((await query.ask(gameServerId)).query) }
}
