// What the launcher needs to become a game: written by the keeper into one environment variable, read by the launcher.

import { findProgram, ProgramProblem } from './runnable-program.ts'

export interface LaunchDescription {
  /** The program and its arguments, passed on byte for byte: no shell ever sees them. */
  argv: string[]
  cwd: string
  /** The whole environment of the game: nothing else reaches it. */
  env: Record<string, string>
  uid?: number
  gid?: number
  /** The cgroup.procs file that the launcher writes itself into before it gives up its rights. */
  cgroupProcsFile?: string
  /** The same, for a group that is spread over several hierarchies. */
  cgroupProcsFiles?: string[]
  /** Neither the game nor what it starts can gain rights, by a set-user-id program for one. */
  noNewPrivileges?: boolean
  /** Processes and threads that its user may have; only where that user is the game's own. */
  processLimit?: number
}

/** One variable, because the launcher may still be root: a game's NODE_OPTIONS must not act on it. */
export const launchVariable = 'ROOKERY_LAUNCH'

/** Linux takes at most 128 KiB for one variable, its name and ending included. */
export const launchLimitBytes = 128 * 1024 - launchVariable.length - 2

/** Every line that the launcher prints about a failure begins so; the exit code is then 126 or 127. */
export const launchFailurePrefix = 'cannot start: '
export const launchFailureCodes: readonly number[] = [126, 127]

/** Throws ProgramProblem: keeper and launcher may be of two versions, and the launcher may be root. */
export function readLaunch(text: string): LaunchDescription {
  let launch: unknown
  try {
    launch = JSON.parse(text)
  } catch {
    throw new ProgramProblem(126, `${launchVariable} is not JSON`)
  }
  if (typeof launch !== 'object' || launch === null)
    throw new ProgramProblem(126, `${launchVariable} is no object`)
  // The one place where a launch that was checked gets its type.
  const problem = launchProblem(launch as LaunchDescription)
  if (problem !== null) throw new ProgramProblem(126, `${launchVariable} cannot be used: ${problem}`)
  return launch as LaunchDescription
}

/** The reason why a description can't be used, in words, or null. */
export function launchProblem(launch: LaunchDescription): string | null {
  const { argv, cwd, env } = launch
  if (!Array.isArray(argv) || argv.length === 0 || argv[0] === '') return 'the start command is empty'
  if (typeof cwd !== 'string' || !cwd.startsWith('/')) return 'the working folder must be an absolute path'
  if (typeof env !== 'object' || env === null || Array.isArray(env))
    return 'the environment must be an object'
  const names = Object.keys(env)
  const badName = names.find(name => name === '' || name.includes('='))
  if (badName !== undefined) return `the environment variable name ${JSON.stringify(badName)} is not possible`
  const strings = [...argv, cwd, ...names, ...Object.values(env)]
  if (strings.some(value => typeof value !== 'string')) return 'start command and environment must be text'
  if (strings.some(value => value.includes('\0'))) return 'start command and environment must not contain NUL'
  for (const id of [launch.uid, launch.gid]) {
    if (id !== undefined && !isUserId(id))
      return 'user and group id must be whole numbers from 0 to 4294967294'
  }
  const { cgroupProcsFile = '/', cgroupProcsFiles = [], noNewPrivileges = true, processLimit = 1 } = launch
  if (!Array.isArray(cgroupProcsFiles) || ![cgroupProcsFile, ...cgroupProcsFiles].every(isAbsolutePath))
    return 'the files of control groups must be absolute paths'
  if (typeof noNewPrivileges !== 'boolean') return 'whether it may gain rights must be true or false'
  if (!Number.isInteger(processLimit) || processLimit < 1)
    return 'the limit of processes must be a whole number'
  if (Buffer.byteLength(JSON.stringify(launch)) > launchLimitBytes) {
    return `start command and environment together are longer than ${launchLimitBytes} bytes`
  }
  return null
}

function isAbsolutePath(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('/')
}

/** 4294967295 means "leave as it is" to the kernel and so must never get through. */
function isUserId(id: number): boolean {
  return Number.isInteger(id) && id >= 0 && id < 0xffffffff
}

/**
 * The command that starts the launcher with what Node cannot do itself: give up the right to gain rights, and set limits.
 * setpriv and prlimit each become what follows them, so the game's own argv stays as it is. Null when nothing is left to
 * do. Throws ProgramProblem when a program for it is missing.
 */
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
