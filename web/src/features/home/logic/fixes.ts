// What a button of Home repairs at once, and which of them is the next step of the page.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { hasNeededMemory } from '../../../parts/reasons/reason-rules.ts'
import type { Attention } from './attention.ts'

export interface Fixes {
  canRestart: (gameServer: GameServer) => boolean
  canChangeLimits: boolean
}

/** Null: this person can only look at it. */
export function fixOf(gameServer: GameServer, fixes: Fixes): 'limits' | 'restart' | null {
  const { state, state_reason } = gameServer
  if (fixes.canChangeLimits && state === 'crashed' && hasNeededMemory(state_reason)) return 'limits'
  return fixes.canRestart(gameServer) ? 'restart' : null
}

/** What needed more memory would end the same way: each has its limits to change. */
export const canRestartAll = (
  { reason, gameServers }: Extract<Attention, { kind: 'gameServers' }>,
  fixes: Fixes,
): boolean => !hasNeededMemory(reason) && gameServers.every(fixes.canRestart)

/** The most urgent that a button repairs; what only leads somewhere is none. */
export const nextStepOf = (attention: readonly Attention[], fixes: Fixes): Attention | null =>
  attention.find(each => {
    if (each.kind === 'gameServer') return fixOf(each.gameServer, fixes) !== null
    if (each.kind === 'gameServers') return canRestartAll(each, fixes)
    return each.kind === 'newNode'
  }) ?? null
