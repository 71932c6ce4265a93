// Watch: follows a run from its start or adoption to its end, and writes down when it is ready and how it ended.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { type Clock, settlesWithin } from '../../../platform/clock.ts'
import type { ProcessExit, RunningProcess } from '../../../platform/process-managers/process-manager.ts'
import type { Consoles } from '../../console/console.ts'
import { lastLines } from '../../console/logic/last-lines.ts'
import { crashReason, exitReason } from '../logic/exit-reason.ts'
import { waitForReady } from './ready.ts'
import type { Supervised } from './supervised.ts'

/** A game that ended is read to its end; output that does not end within this time is told as far as it came. */
const readLimitMs = 2_000
/** More than the lines that are told can hold. */
const readBytes = 64 * 1024

export interface Run {
  readonly process: RunningProcess
  /** Resolves once: ready (with a remark where the pattern could not be used), or ended before. */
  readonly ready: Promise<{ isReady: boolean; remark: string }>
  /** Resolves when the process has ended, its tree is gone and the new state is written. Never rejects. */
  readonly over: Promise<ProcessExit>
  isOver: boolean
}

/** From here on this run is what lives of the game server. */
export function watch(gameServer: Supervised, running: RunningProcess): Run {
  const { machine, deps } = gameServer
  // Only who starts is waited for: a game that was found running has said long ago that it is ready.
  const ready = machine.state === 'starting' ? machine.record.definition.ready : null
  const run = followRun(running, ready, deps.clock, {
    onReady: remark => {
      if (gameServer.lastRun === run && machine.can('ready')) machine.move('ready', { reason: remark })
    },
    onExit: exit => noteExit(gameServer, running, exit),
    onTrouble: gameServer.logTrouble,
  })
  gameServer.lastRun = run
  return run
}

interface RunHooks {
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

async function noteExit(gameServer: Supervised, running: RunningProcess, exit: ProcessExit): Promise<void> {
  const { id, machine, deps } = gameServer
  try {
    await running.endTree()
  } finally {
    const lines = machine.state === 'stopping' ? [] : await lastLinesOf(deps.consoles, id, deps.clock)
    if (machine.can('exited')) {
      const isAsked = machine.state === 'stopping'
      noteEnd(gameServer, isAsked ? exitReason(exit) : crashReason(exit), exit, lines)
    }
  }
}

/** An end that nobody asked for is a crash: where its policy says so, it is started again. */
export function noteEnd(
  { machine, crashRestart }: Supervised,
  message: string,
  exit: ProcessExit | null,
  lines: string[] = [],
): void {
  const lastExit = exit && { code: exit.code, signal: exit.signal, outOfMemory: exit.outOfMemory }
  const isAsked = machine.state === 'stopping'
  const change = isAsked ? { reason: message } : crashRestart.plan(message)
  machine.move('exited', { ...change, lastExit, lastLines: lines })
  crashRestart.arm()
}

/** What a game said last before it ended, as far as its console has it: masked, without control sequences. */
async function lastLinesOf(consoles: Consoles, gameServerId: number, clock: Clock): Promise<string[]> {
  const output = consoles.current(gameServerId)
  if (!output) return []
  await settlesWithin(output.over, readLimitMs, clock)
  const from = Math.max(output.startSeq, output.endSeq - readBytes)
  const { bytes } = output.read(from, readBytes)
  // Where earlier output is left out, the first line may be the end of one.
  const begin = from > output.startSeq ? bytes.indexOf(10) + 1 : 0
  return lastLines(bytes.subarray(begin))
}
