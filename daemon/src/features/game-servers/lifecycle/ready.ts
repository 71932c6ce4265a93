// When a game is ready: by the line that says so or by its grace time, and waiting for that on behalf of who asked.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import { type Clock, settlesWithin } from '../../../platform/clock.ts'
import type { RunningProcess } from '../../../platform/process-managers/process-manager.ts'
import { type Action, ActionCanceled, ActionFailed } from '../logic/action.ts'
import { createLineCheck, createLineReader } from '../logic/ready-pattern.ts'
import type { Run } from './watch.ts'

/** A start is not called done before this time when the game has a ready pattern and does not show it. */
const readyLimitMs = 10 * 60_000

/** Waits until the game is ready, has ended, or other things are more urgent. `reasonOfEnd` is asked after its end is written. */
export async function awaitReady(
  run: Run,
  action: Action,
  clock: Clock,
  reasonOfEnd: () => string,
): Promise<void> {
  const hurry = Promise.withResolvers<'superseded' | 'canceled'>()
  action.superseded.addEventListener('abort', () => hurry.resolve('superseded'))
  action.canceled.addEventListener('abort', () => hurry.resolve('canceled'))
  if (action.superseded.aborted) hurry.resolve('superseded')
  if (action.canceled.aborted) hurry.resolve('canceled')
  const waiting = Promise.race([run.ready, hurry.promise])
  if (!(await settlesWithin(waiting, readyLimitMs, clock))) {
    return action.say('it runs, but has not said that it is ready for ten minutes')
  }
  const outcome = await waiting
  if (outcome === 'canceled')
    throw new ActionCanceled('no longer waited for; the game server goes on starting')
  if (outcome === 'superseded') return action.say('it runs; it was not ready yet when the next task came')
  if (outcome.isReady) return action.say(outcome.remark || 'ready')
  await run.over
  const exit = await run.process.exit
  throw new ActionFailed(reasonOfEnd() || reasonOf('endedEarly'), exit.code)
}

export async function waitForReady(
  running: RunningProcess,
  { pattern, grace_ms }: GameServerDefinition['ready'],
  clock: Clock,
): Promise<{ isReady: boolean; remark: string }> {
  if (pattern !== null) {
    const verdict = await watchForReady(pattern, running.output(0))
    if (verdict !== 'pattern_too_slow') return { isReady: verdict === 'ready', remark: '' }
  }
  const leftMs = Math.max(0, running.startedAtMs + grace_ms - clock.nowMs())
  await new Promise<void>(resolve => clock.after(leftMs, resolve))
  const remark =
    pattern === null ? '' : 'its ready pattern takes too long to check, so only its grace time counts'
  return { isReady: true, remark }
}

type ReadyVerdict = 'ready' | 'ended' | 'pattern_too_slow'

/**
 * Waits in a game's output for the line that says it is ready; an expression that takes too long is given up. `ended`
 * when the output ended, or was no longer wanted, before the pattern was seen.
 */
export async function watchForReady(
  pattern: string,
  output: AsyncIterable<{ bytes: Uint8Array }>,
): Promise<ReadyVerdict> {
  const check = createLineCheck(pattern)
  const readLines = createLineReader()
  for await (const { bytes } of output) {
    const verdict = check(readLines(bytes))
    if (verdict !== null) return verdict === 'found' ? 'ready' : verdict
  }
  return 'ended'
}
