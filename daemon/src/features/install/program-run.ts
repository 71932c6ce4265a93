// Runs a program of an installation to its end, as the game would run, and hands over every line it prints.

import { LineSplitter } from '../../platform/line-splitter.ts'
import type { ProcessExit, RunningProcess } from '../../platform/process-managers/process-manager.ts'
import type { ProgramOptions } from '../game-servers/logic/install-context.ts'
import type { StepDeps } from './step-deps.ts'

/** Canceled or not: when this has settled, nothing of the program is left. */
export async function runProgram(
  argv: readonly string[],
  deps: StepDeps,
  onLine: (line: string) => void,
  request: Omit<ProgramOptions, 'say'> = {},
): Promise<ProcessExit> {
  deps.canceled.throwIfAborted()
  const running = await deps.context.start(argv, { ...request, say: deps.say })
  const end = () => void running.endTree().catch(() => {})
  deps.canceled.addEventListener('abort', end)
  if (deps.canceled.aborted) end()
  try {
    await readLines(running, onLine)
    const exit = await running.exit
    deps.canceled.throwIfAborted()
    return exit
  } finally {
    deps.canceled.removeEventListener('abort', end)
    await running.endTree()
    await running.exit
    await running.forget()
  }
}

async function readLines(running: RunningProcess, onLine: (line: string) => void): Promise<void> {
  const lines = new LineSplitter(onLine)
  for await (const { bytes } of running.output(0)) lines.push(bytes)
  lines.end()
}
