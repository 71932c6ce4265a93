// Stop: ends a running game by its own method, then by signals, then by killing everything it has started.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import { settlesWithin } from '../../../platform/clock.ts'
import {
  ProcessError,
  type ProcessSignal,
  type RunningProcess,
} from '../../../platform/process-managers/process-manager.ts'
import { type Action, ActionFailed } from '../logic/action.ts'
import { type StopStep, stopPlan } from '../logic/stop-plan.ts'
import type { Supervised } from './supervised.ts'
import type { Run } from './watch.ts'

/** After the tree was killed the end must be seen within this time; it is a fault otherwise. */
const endLimitMs = 20_000

/** `wanted`: what is asked for after it has ended; a restart wants it to run. */
export async function stop(
  gameServer: Supervised,
  action: Action,
  wanted: 'running' | 'stopped',
): Promise<void> {
  const { run, machine } = gameServer
  if (!run) {
    if (wanted === 'stopped') keepStopped(gameServer, action)
    return
  }
  if (machine.state === 'paused') await run.process.signal('SIGCONT')
  noteStopAsked(gameServer, wanted, action.reason)
  await askToEnd(gameServer, run, action)
  await end(gameServer, run)
  action.say(reasonOf('stopped'))
}

/** Without asking the game, also one that is just being started. */
export async function kill(gameServer: Supervised, action: Action): Promise<void> {
  await gameServer.arrived()
  const { run } = gameServer
  if (!run) return keepStopped(gameServer, action)
  noteStopAsked(gameServer, 'stopped')
  action.say('killing everything it started')
  await end(gameServer, run)
  action.say(reasonOf('stopped'))
}

/** There is nothing to end; but what would start it by itself ends here. */
function keepStopped({ machine, crashRestart }: Supervised, action: Action): void {
  crashRestart.disarm()
  if (crashRestart.isPlanned) {
    const reason = 'stopped while it waited to be started again after a crash'
    machine.move('stop_asked', { wanted: 'stopped', restartAtMs: null, reason })
    action.say('it is not started again')
  } else {
    machine.remember({ wanted: 'stopped' })
    action.say('it is not running')
  }
}

/** The game may have ended in this very moment: what was asked for is remembered all the same. */
function noteStopAsked(
  { machine, crashRestart }: Supervised,
  wanted: 'running' | 'stopped',
  reason = '',
): void {
  crashRestart.disarm()
  if (machine.can('stop_asked')) machine.move('stop_asked', { wanted, restartAtMs: null, reason })
  else machine.remember({ wanted, restartAtMs: null })
}

/** When this resolves, nothing of the game is alive. */
async function askToEnd({ machine, deps }: Supervised, run: Run, action: Action): Promise<void> {
  for (const step of stopPlan(machine.record.definition.stop)) {
    action.say(step.message)
    if (!(await hasArrived(step, run.process))) continue
    if (await settlesWithin(run.over, step.waitMs, deps.clock)) return
  }
  action.say('it has not ended, killing everything it started')
  await run.process.endTree()
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

/** Also of a game that has ended: what it left behind goes, and its end is written. */
async function end({ deps }: Supervised, run: Run): Promise<void> {
  await run.process.endTree()
  if (!(await settlesWithin(run.over, endLimitMs, deps.clock))) {
    throw new ActionFailed(
      `process ${run.process.pid} was killed, but its end was not seen: look at the node`,
    )
  }
}
