// The command that starts the launcher with what Node cannot do itself: give up the right to gain rights, and set limits.
// setpriv and prlimit each become what follows them, so the game's own argv stays as it is.

import type { LaunchDescription } from './launch-description.ts'
import { findProgram } from './runnable-program.ts'

/** Null when nothing is left to do. Throws ProgramProblem when a program for it is missing. */
export function confinedCommand(
  { noNewPrivileges, processLimit, ...launch }: LaunchDescription,
  launcher: readonly string[],
): { command: string[]; launch: LaunchDescription } | null {
  if (!noNewPrivileges && processLimit === undefined) return null
  const command = [
    ...(noNewPrivileges ? [findProgram('setpriv'), '--no-new-privs', '--'] : []),
    ...(processLimit === undefined ? [] : [findProgram('prlimit'), `--nproc=${processLimit}`, '--']),
    ...launcher,
  ]
  return { command, launch }
}
