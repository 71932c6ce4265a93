// Start: launches the process of a game server and hands it to the watch; for people also waits until it is ready.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import { lastLines } from '../../console/logic/last-lines.ts'
import type { GameServerRecord } from '../game-server-store.ts'
import { type Action, ActionFailed } from '../logic/action.ts'
import { findLiving, launchProcess } from './launch-process.ts'
import type { Turn } from './order-queue.ts'
import type { StateChange } from './state-machine.ts'
import type { Supervised } from './supervised.ts'
import { type Run, watch } from './watch.ts'

/** What a person's start changes beside the state: earlier crashes are forgiven. */
export const startAskedBy = ({ reason }: Action): StateChange => ({
  wanted: 'running',
  restartedAtMs: [],
  ...(reason === undefined ? {} : { reason }),
})

/** Nobody starts it: no person, no schedule, and nothing by itself. */
export function requireNotSuspended({
  definition: { suspended },
}: Pick<GameServerRecord, 'definition'>): void {
  if (suspended) throw new ActionFailed(reasonOf('suspended', { reason: suspended.reason }))
}

/** Refused before anything is written, or begun: from then on its failure is this game server's failure. */
export async function start(
  gameServer: Supervised,
  action: Action,
  asked: StateChange,
  turn: Turn,
): Promise<Run> {
  if (turn.isOvertaken()) throw new ActionFailed(reasonOf('killedMeanwhile'))
  const { machine, crashRestart } = gameServer
  requireNotSuspended(machine.record)
  const { definition, revision } = machine.record
  const begun = { runSecrets: definition.secrets, runningRevision: revision, restartAtMs: null }
  machine.move('start_asked', { ...begun, ...asked })
  crashRestart.disarm()
  try {
    const run = await gameServer.arriving(launch(gameServer, definition, action))
    action.say(`started as process ${run.process.pid}`)
    return run
  } catch (error) {
    const reason = reasonOf('startFailed', { reason: (error as Error).message })
    // A person is told and looks after it; what starts by itself tries again.
    const change = asked.wanted === 'running' ? { reason } : crashRestart.plan(reason)
    const lines = lastLines(Buffer.from(machine.mask((error as Error).message)))
    machine.move('start_failed', { ...change, lastExit: null, lastLines: lines })
    crashRestart.arm()
    throw error instanceof ActionFailed ? error : new ActionFailed(reason)
  }
}

/** A start that failed may have left the game running, as one whose answer was lost: then that is what was started. */
async function launch(
  gameServer: Supervised,
  definition: GameServerDefinition,
  action: Action,
): Promise<Run> {
  const { id, deps, machine } = gameServer
  const running = await launchProcess(id, definition, action, deps).catch(async (error: unknown) => {
    const living = await findLiving(id, definition.process_manager, deps.processManagers)
    if (!living) throw error
    return living
  })
  deps.consoles.follow(running, machine.record.runSecrets, true)
  return watch(gameServer, running)
}
