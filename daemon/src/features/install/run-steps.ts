// Runs the steps of an installation in their order, with what earlier ones have found, and tells how far it is.

import { lastLinesLimit } from '@rookery/contracts/crash-report.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { InstallStep } from '@rookery/contracts/template/install-steps.ts'
import { fillOnNode, mapStepTexts } from '@rookery/contracts/template/placeholders.ts'
import { ArchiveProblem } from '../../platform/archives/archive-problem.ts'
import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import { pacedProgress } from '../../platform/paced-progress.ts'
import { LaunchError } from '../../platform/process-managers/process-manager.ts'
import { type Action, ActionCanceled, ActionFailed } from '../game-servers/logic/action.ts'
import type { InstallContext } from '../game-servers/logic/install-context.ts'
import type { FailureFacts } from '../game-servers/logic/install-failure.ts'
import type { InstallDeps, StepDeps } from './step-deps.ts'
import { download } from './steps/download.ts'
import { readJson } from './steps/read-json.ts'
import { runScript } from './steps/run-script.ts'
import {
  copyShipped,
  deleteStep,
  makeExecutable,
  runProgramStep,
  setPropertyStep,
  writeFileStep,
} from './steps/small-steps.ts'
import { steamApp } from './steps/steam-app.ts'
import { unpack } from './steps/unpack.ts'

/** These change no file of the game unless they work. */
const touchesAtItsEnd: readonly InstallStep['do'][] = ['read-json', 'download']

export async function runSteps(
  steps: readonly InstallStep[],
  context: InstallContext,
  deps: InstallDeps & { nodeBinary: string },
  action: Action,
): Promise<void> {
  const known = new Map([['runtime.node', deps.nodeBinary]])
  const fill = (text: string) => fillOnNode(text, name => foundValue(name, known))
  action.progress(0)
  let isTouched = false
  for (const [index, written] of steps.entries()) {
    if (action.canceled.aborted) throw canceledError(isTouched)
    const step = mapStepTexts(written, fill)
    action.say(step.words)
    action.progress(index / steps.length)
    const progress = progressOf(action, { index, count: steps.length, message: step.words })
    const { canceled } = action
    const printed: string[] = []
    const say = (text: string) => {
      printed.push(text)
      if (printed.length > lastLinesLimit) printed.shift()
      action.say(text)
    }
    const stepDeps = {
      ...deps,
      context,
      canceled,
      say,
      progress: (done: number | null, how: string) => progress({ done, how }),
    }
    try {
      isTouched ||= !touchesAtItsEnd.includes(step.do)
      const found = await runStep(step, stepDeps)
      if (step.do === 'read-json') known.set(`found.${step.name}`, String(found))
      else isTouched = true
    } catch (error) {
      if (canceled.aborted) throw canceledError(isTouched, step.words)
      const failure = new ActionFailed(
        `${step.words}: ${failureMessage(error)}`,
        (error as Partial<ActionFailed>).exitCode,
        { ...failureFacts(error), step: step.words, lastLines: printed },
        { cause: error },
      )
      throw Object.assign(failure, { filesAreAsBefore: !isTouched })
    } finally {
      progress.close()
    }
    action.progress((index + 1) / steps.length)
  }
}

/** Why an installation could not go on, for the person who asked for it. */
export function failureMessage(error: unknown): string {
  if (error instanceof ConfinedFileError && error.code === 'no_space') {
    return reasonOf('noSpace')
  }
  return error instanceof Error ? error.message : String(error)
}

/** What the platform's errors tell beyond their words. */
function failureFacts(error: unknown): FailureFacts {
  if (error instanceof ConfinedFileError) return error.code === 'no_space' ? { reason: 'no-space' } : {}
  if (error instanceof ArchiveProblem) return { reason: 'archive' }
  if (error instanceof LaunchError && error.about) {
    const { what, name } = error.about
    return { reason: what === 'program' ? 'missing-program' : what, subject: name }
  }
  return (error as { facts?: FailureFacts } | null)?.facts ?? {}
}

/** What it has found, where it looks for something. */
function runStep(step: InstallStep, deps: StepDeps): Promise<unknown> {
  switch (step.do) {
    case 'copy-shipped':
      return copyShipped(step, deps)
    case 'write-file':
      return writeFileStep(step, deps)
    case 'download':
      return download(step, deps)
    case 'read-json':
      return readJson(step, deps)
    case 'unpack':
      return unpack(step, deps)
    case 'steam-app':
      return steamApp(step, deps)
    case 'set-property':
      return setPropertyStep(step, deps)
    case 'make-executable':
      return makeExecutable(step, deps)
    case 'delete':
      return deleteStep(step, deps)
    case 'run-program':
      return runProgramStep(step, deps)
    case 'run-script':
      return runScript(step, deps)
  }
}

interface StepPlace {
  index: number
  count: number
  message: string
}

function progressOf(action: Action, { index, count, message }: StepPlace) {
  let fraction = 0
  return pacedProgress<{ done: number | null; how: string }>(({ done, how }) => {
    fraction = done === null ? fraction : Math.min(1, done)
    const percent = done === null ? '' : ` (${Math.floor(fraction * 100)} %)`
    action.progress((index + fraction) / count, `${message}: ${how}${percent}`)
  })
}

/** What no step has found must not end up in an address or a file. */
function foundValue(name: string, known: ReadonlyMap<string, string>): string {
  const value = known.get(name)
  if (value === undefined) throw new ActionFailed(`no step before has found {${name}}: the template is wrong`)
  return value
}

function canceledError(isTouched: boolean, step = ''): ActionCanceled {
  const canceled = new ActionCanceled(reasonOf('canceledInstall'))
  return Object.assign(canceled, { filesAreAsBefore: !isTouched, facts: { step } })
}
