// The steps that end a game, from the kindest to the one that always works.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'

export type StopStep =
  | { do: 'type'; line: string; waitMs: number; message: string }
  | { do: 'signal'; signal: NodeJS.Signals; waitMs: number; message: string }

const longestGraceMs = 10 * 60_000
/** After its own method has had the whole grace time, a game gets this much at most for each signal. */
const longestSignalWaitMs = 10_000

/** What to try in turn; when all of it was in vain, the whole tree is killed. */
export function stopPlan({ method, grace_ms }: GameServerDefinition['stop']): StopStep[] {
  const graceMs = Math.min(Math.max(grace_ms, 0), longestGraceMs)
  const own: StopStep =
    method.by === 'command'
      ? { do: 'type', line: method.command, waitMs: graceMs, message: `asking it with "${method.command}"` }
      : { do: 'signal', signal: method.signal, waitMs: graceMs, message: `sending ${method.signal}` }
  const later = (['SIGINT', 'SIGTERM'] as const)
    .filter(signal => method.by !== 'signal' || signal !== method.signal)
    .map((signal): StopStep => {
      return {
        do: 'signal',
        signal,
        waitMs: Math.min(graceMs, longestSignalWaitMs),
        message: `it has not ended, sending ${signal}`,
      }
    })
  return [own, ...later]
}
