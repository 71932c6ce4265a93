// Waits, for the one who asked for a start, until the game is ready, has ended, or other things are more urgent.

import { type Clock, settlesWithin } from '../../platform/clock.ts'
import { type Action, ActionCanceled, ActionFailed } from './logic/action.ts'
import type { Run } from './run.ts'

/** A start is not called done before this time when the game has a ready pattern and does not show it. */
const readyLimitMs = 10 * 60_000

/** `reasonOfEnd` is asked when the run has ended and its end is written. */
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
  if (outcome.isReady) return action.say(outcome.remark || 'it is ready')
  await run.over
  const exit = await run.process.exit
  throw new ActionFailed(reasonOfEnd() || 'it was ended before it was ready', exit.code)
}
