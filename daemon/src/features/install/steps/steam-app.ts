// The step `steam-app`: SteamCMD of the node puts an app into the game's folder, as the game's user.

import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { ProcessExit } from '../../../platform/process-managers/process-manager.ts'
import { ActionFailed } from '../../game-servers/logic/action.ts'
import { readSteamLine, steamArguments } from '../logic/steam-output.ts'
import { runProgram } from '../program-run.ts'
import { retry, StepFailed } from '../retry.ts'
import type { Step, StepDeps } from '../step-deps.ts'

const programNames = ['steamcmd', 'steamcmd.sh']
const usualFolders = ['/usr/games', '/usr/local/bin', '/opt/steamcmd']

export async function steamApp(step: Step<'steam-app'>, deps: StepDeps): Promise<void> {
  const program = await findSteamcmd(deps.steamcmdPath)
  const found = steamArguments(program, deps.context.folder, step)
  if ('problem' in found) throw new ActionFailed(found.problem)
  await retry(deps, () => runOnce(found.argv, deps))
}

/** Finds SteamCMD on the node: where daemon.yaml says, in PATH, or where Debian puts games. */
async function findSteamcmd(named: string | null, searchPath = process.env.PATH ?? ''): Promise<string> {
  if (named !== null) {
    if (await isProgram(named)) return named
    throw new ActionFailed(
      `daemon.yaml names ${named} as SteamCMD (steamcmd_path), but there is no such program`,
      null,
      { reason: 'missing-program', subject: named },
    )
  }
  const folders = [...searchPath.split(':').filter(Boolean), ...usualFolders]
  for (const folder of folders) {
    for (const name of programNames) if (await isProgram(join(folder, name))) return join(folder, name)
  }
  throw new ActionFailed(reasonOf('steamMissing'), null, { reason: 'missing-program', subject: 'SteamCMD' })
}

async function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function runOnce(argv: string[], deps: StepDeps): Promise<void> {
  const { process_manager } = deps.context.definition
  const seen = { isDone: false, failure: '', mayHelpToTryAgain: true }
  const exit = await runProgram(
    argv,
    deps,
    line => {
      const read = readSteamLine(line)
      if (read !== null && typeof read === 'object' && 'progress' in read) {
        return deps.progress(read.progress, read.message)
      }
      deps.say(line)
      if (read === 'success') seen.isDone = true
      // The first failure is the cause, those after it follow from it; one that can never work outweighs them.
      else if (read !== null && (seen.failure === '' || !read.mayHelpToTryAgain)) {
        Object.assign(seen, read)
      }
    },
    // SteamCMD belongs to the node, not to the game's image.
    { manager: process_manager === 'systemd' ? 'systemd' : 'process' },
  )
  if (seen.isDone && seen.failure === '') return
  const message = seen.failure || exitMessage(exit)
  const facts = { subject: 'Steam', outOfMemory: exit.outOfMemory }
  throw seen.mayHelpToTryAgain ? new StepFailed(message, facts) : new ActionFailed(message, exit.code, facts)
}

/** Its first run ends with 7 or 42 when it has renewed itself: the next one works. */
function exitMessage({ code, signal }: ProcessExit): string {
  if (code === 7 || code === 42) return 'SteamCMD has renewed itself'
  if (signal !== null) return `SteamCMD was ended by ${signal}`
  return `SteamCMD ended with exit code ${code ?? 'unknown'} without having installed the app`
}
