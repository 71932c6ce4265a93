// Runs a program of an installation to its end, as the game would run, and hands over every line it prints.

import { LineSplitter } from '../../platform/line-splitter.ts'
import type { ProcessExit, RunningProcess } from '../../platform/process-managers/process-manager.ts'
import type { ProgramOptions } from '../game-servers/logic/install-context.ts'
import type { StepSite } from './step-site.ts'

/** Canceled or not: when this has settled, nothing of the program is left. */
export async function runProgram(
  argv: readonly string[],
  site: StepSite,
  onLine: (line: string) => void,
  request: Omit<ProgramOptions, 'say'> = {},
): Promise<ProcessExit> {
  site.canceled.throwIfAborted()
  const running = await site.context.start(argv, { ...request, say: site.say })
  const end = () => void running.endTree().catch(() => {})
  site.canceled.addEventListener('abort', end)
  if (site.canceled.aborted) end()
  try {
    await readLines(running, onLine)
    const exit = await running.exit
    site.canceled.throwIfAborted()
    return exit
  } finally {
    site.canceled.removeEventListener('abort', end)
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
