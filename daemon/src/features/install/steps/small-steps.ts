// The steps that are one act each: on a file, or one program that runs.

import { ConfinedFileError } from '../../../platform/confined-files/confined-file-error.ts'
import { ActionFailed } from '../../game-servers/logic/action.ts'
import { runProgram } from '../program-run.ts'
import { createParent, type Step, type StepDeps } from '../step-deps.ts'

export async function copyShipped(step: Step<'copy-shipped'>, deps: StepDeps): Promise<void> {
  await createParent(deps.context.root, step.to)
  await deps.context.root.copyIn(deps.shippedGames[step.game], step.to, { mode: 0o640 })
}

export async function writeFileStep(step: Step<'write-file'>, { context }: StepDeps): Promise<void> {
  await createParent(context.root, step.path)
  await context.root.writeFileAtomic(step.path, Buffer.from(step.content))
}

export async function setPropertyStep(step: Step<'set-property'>, deps: StepDeps): Promise<void> {
  const { path, format, key, value } = step
  await deps.setProperty(deps.context.root, { path, format, key, value })
}

/** Executable for those who may read it. */
export async function makeExecutable(step: Step<'make-executable'>, { context }: StepDeps): Promise<void> {
  const { mode } = await context.root.stat(step.path)
  await context.root.chmod(step.path, mode | ((mode & 0o444) >> 2) | 0o100)
}

/** What is not there need not be deleted. */
export async function deleteStep(step: Step<'delete'>, { context }: StepDeps): Promise<void> {
  await context.root.remove(step.path).catch((error: unknown) => {
    if (!(error instanceof ConfinedFileError) || error.code !== 'not_found') throw error
  })
}

/** The step `run-program`: a program in the game's folder, as the game's user, in its container where it has one. */
export async function runProgramStep(step: Step<'run-program'>, deps: StepDeps): Promise<void> {
  let lastLine = ''
  const exit = await runProgram(step.command, deps, line => {
    lastLine = line
    deps.say(line)
  })
  if (exit.code === 0) return
  const program = step.command[0] ?? ''
  const how = exit.outOfMemory
    ? 'ran out of memory'
    : exit.signal === null
      ? `ended with exit code ${exit.code ?? 'unknown'}`
      : `was ended by ${exit.signal}`
  const facts = { outOfMemory: exit.outOfMemory, subject: program }
  throw new ActionFailed(`${program} ${how}${lastLine && `: ${lastLine}`}`, exit.code, facts)
}
