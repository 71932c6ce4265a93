// The step `run-program`: a program in the game's folder, as the game's user, in its container where it has one.

import { ActionFailed } from '../../game-servers/logic/action.ts'
import { runProgram } from '../program-run.ts'
import type { Step, StepSite } from '../step-site.ts'

export async function runProgramStep(step: Step<'run-program'>, site: StepSite): Promise<void> {
  let lastLine = ''
  const exit = await runProgram(step.command, site, line => {
    lastLine = line
    site.say(line)
  })
  if (exit.code === 0) return
  const program = step.command[0] ?? ''
  const how = exit.outOfMemory
    ? 'ran out of memory'
    : exit.signal === null
      ? `ended with exit code ${exit.code ?? 'unknown'}`
      : `was ended by ${exit.signal}`
  throw new ActionFailed(`${program} ${how}${lastLine && `: ${lastLine}`}`, exit.code)
}
