// Adopt: a daemon that comes back finds out what became of a game server, by the state it had written and by what lives.

import type { RunState } from '@rookery/contracts/run-states.ts'
import type { ProcessExit, RunningProcess } from '../../../platform/process-managers/process-manager.ts'
import { lossMessage } from '../logic/exit-reason.ts'
import { interruptedFailure } from '../logic/install-failure.ts'
import { isBeingInstalled, occupiesProcess } from '../logic/run-state.ts'
import type { Supervised } from './supervised.ts'
import { followRun, noteEnd, watch } from './watch.ts'

/** `found` null: nothing lives and nothing has ended unnoted. */
export async function adopt(
  gameServer: Supervised,
  found: RunningProcess | null,
  hasRebooted: boolean,
): Promise<void> {
  const { machine, crashRestart, deps } = gameServer
  const exit = found && (await exitSoFar(found))
  const step = adoptionStep(machine.state, found ? (exit ? 'ended' : 'alive') : 'nothing', hasRebooted)
  if (found && step !== 'break_installation') {
    const { definition, runSecrets } = machine.record
    deps.consoles.follow(found, [...definition.secrets, ...runSecrets], false)
  }
  switch (step) {
    case 'break_installation':
      return breakInstallation(gameServer, found)
    case 'note_reboot':
      return noteReboot(gameServer)
    case 'note_loss':
      return noteEnd(gameServer, lossMessage(machine.state), null)
    case 'resume_restart':
      crashRestart.arm()
      if (found) keepEnded(gameServer, found)
      return
    case 'follow':
      if (found) followFound(gameServer, found, exit !== null)
  }
}

type AdoptionStep =
  /** An installation was cut off; what runs, if anything, is a program of it and is ended. */
  | 'break_installation'
  /** The machine was restarted: what ran is stopped, and nobody is to blame. */
  | 'note_reboot'
  /** It should run and is gone. */
  | 'note_loss'
  /** Its end was noted before; if it was to be started again, that still holds. */
  | 'resume_restart'
  /** It runs although its end was noted, or has ended unnoted, or runs as it should. */
  | 'follow'

function adoptionStep(
  state: RunState,
  found: 'nothing' | 'alive' | 'ended',
  hasRebooted: boolean,
): AdoptionStep {
  if (isBeingInstalled(state)) return 'break_installation'
  if (found === 'alive') return 'follow'
  if (found === 'ended') return occupiesProcess(state) ? 'follow' : 'resume_restart'
  if (hasRebooted) return 'note_reboot'
  return occupiesProcess(state) ? 'note_loss' : 'resume_restart'
}

/** How it ended, when it has ended already. */
async function exitSoFar(running: RunningProcess): Promise<ProcessExit | null> {
  const notYet = new Promise<null>(resolve => setImmediate(() => resolve(null)))
  return Promise.race([running.exit, notYet])
}

async function breakInstallation({ machine }: Supervised, found: RunningProcess | null): Promise<void> {
  // Only where files were being replaced does it count as installed all the time (replace-files.ts).
  if (machine.record.installed) machine.move('install_done', { reason: 'the daemon was restarted' })
  else {
    machine.move('install_broke', {
      reason: 'the daemon was restarted during the installation: install again',
      installFailure: interruptedFailure(machine.state === 'updating' ? 'update' : 'install'),
    })
  }
  if (!found) return
  await found.endTree()
  await found.exit
  await found.forget()
}

function noteReboot({ machine, crashRestart }: Supervised): void {
  if (machine.can('node_rebooted')) machine.move('node_rebooted', { reason: 'the node was restarted' })
  // What is started after a reboot is not the business of a plan from before it.
  else if (crashRestart.isPlanned) machine.remember({ restartAtMs: null })
}

function keepEnded(gameServer: Supervised, found: RunningProcess): void {
  gameServer.lastRun = followRun(found, null, gameServer.deps.clock, {
    onReady: () => {},
    onExit: async () => {},
    onTrouble: gameServer.logTrouble,
  })
}

function followFound(gameServer: Supervised, found: RunningProcess, hasEnded: boolean): void {
  const { machine } = gameServer
  if (!hasEnded && machine.can('found')) {
    const reason = 'found running when the daemon started'
    machine.move('found', { installed: true, restartAtMs: null, reason })
  }
  watch(gameServer, found)
}
