// Ends a running game by its own method, then by signals, then by killing everything it has started.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { type Clock, settlesWithin } from '../../platform/clock.ts'
import type { ProcessSignal, RunningProcess } from '../../platform/process-managers/process-manager.ts'
import { ProcessError } from '../../platform/process-managers/process-manager.ts'
import type { Action } from './logic/action.ts'
import { type StopStep, stopPlan } from './logic/stop-plan.ts'

/** `over` settles when the process has ended. When this resolves, nothing of the game is alive. */
export async function stopProcess(
  running: RunningProcess,
  over: Promise<unknown>,
  stop: GameServerDefinition['stop'],
  action: Action,
  clock: Clock,
): Promise<void> {
  for (const step of stopPlan(stop)) {
    action.say(step.message)
    if (!(await hasArrived(step, running))) continue
    if (await settlesWithin(over, step.waitMs, clock)) return
  }
  action.say('it has not ended, killing everything it started')
  await running.endTree()
}

/** A step that does not arrive is not waited for, and no reason to give up: the next one is stronger. */
async function hasArrived(step: StopStep, running: RunningProcess): Promise<boolean> {
  try {
    if (step.do === 'type') await running.write(Buffer.from(`${step.line}\n`))
    else await running.signal(step.signal as ProcessSignal)
    return true
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error
    return error.code === 'ended'
  }
}
