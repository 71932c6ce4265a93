// One run of a game from its start or adoption to its end: when it is ready, and when all of it is over.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ProcessExit, RunningProcess } from '../../platform/process-managers/process-manager.ts'
import { watchForReady } from './ready-watch.ts'

export interface Run {
  readonly process: RunningProcess
  /** Resolves once: ready (with a remark where the pattern could not be used), or ended before. */
  readonly ready: Promise<{ isReady: boolean; remark: string }>
  /** Resolves when the process has ended, its tree is gone and the new state is written. Never rejects. */
  readonly over: Promise<ProcessExit>
  isOver: boolean
}

export interface RunHooks {
  onReady: (remark: string) => void
  /** Cleans up and writes the state; what it throws is for `onTrouble`. */
  onExit: (exit: ProcessExit) => Promise<void>
  onTrouble: (error: unknown) => void
}

/** `ready` null: nobody waits for it to be ready. */
export function followRun(
  running: RunningProcess,
  ready: GameServerDefinition['ready'] | null,
  clock: Clock,
  hooks: RunHooks,
): Run {
  const over = running.exit.then(async exit => {
    await hooks.onExit(exit).catch(hooks.onTrouble)
    run.isOver = true
    return exit
  })
  const readiness = Promise.race([
    ready === null ? { isReady: true, remark: '' } : waitForReady(running, ready, clock),
    running.exit.then(() => ({ isReady: false, remark: '' })),
  ])
  const run: Run = {
    process: running,
    over,
    ready: readiness.then(outcome => {
      if (outcome.isReady) hooks.onReady(outcome.remark)
      return outcome
    }),
    isOver: false,
  }
  return run
}

async function waitForReady(
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

/** How it ended, when it has ended already; adopted processes may have. */
export async function exitSoFar(running: RunningProcess): Promise<ProcessExit | null> {
  const notYet = new Promise<null>(resolve => setImmediate(() => resolve(null)))
  return Promise.race([running.exit, notYet])
}
