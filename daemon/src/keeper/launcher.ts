// Becomes the game: sheds everything that the keeper's child inherited, gives up its rights, then replaces itself.
//
// Runs once per game start, possibly as root, so it takes nothing from its surroundings but one variable.

import { closeSync, fchmodSync, fchownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  confinedCommand,
  type LaunchDescription,
  launchFailureCodes,
  launchFailurePrefix,
  launchVariable,
  readLaunch,
} from './launch/launch-description.ts'
import { findProgram, ProgramProblem } from './launch/runnable-program.ts'

const closeOnExec = 0o2000000

/** The pty library leaves the masters of other games open in its children: a game could type into them. */
function closeInheritedDescriptors(): void {
  for (const name of readdirSync('/proc/self/fdinfo')) {
    const fd = Number(name)
    if (fd <= 2) continue
    try {
      const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'latin1'))
      if ((Number.parseInt(flags?.[1] ?? '0', 8) & closeOnExec) === 0) closeSync(fd)
    } catch {
      // The descriptor that listed the folder is gone by now.
    }
  }
}

/** Node ignores these, and ignored signals stay so in the game; caught ones go back to their default. */
function restoreSignals(): void {
  process.on('SIGPIPE', () => {})
  process.on('SIGXFSZ', () => {})
}

function dropRights(launch: LaunchDescription): void {
  if (launch.uid === undefined) return
  const gid = launch.gid ?? launch.uid
  if (process.getuid?.() !== 0) {
    throw new ProgramProblem(126, `only root can start programs as another user (${launch.uid})`)
  }
  fchownSync(0, launch.uid, gid)
  fchmodSync(0, 0o600)
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(launch.uid)
}

function joinCgroups({ cgroupProcsFile, cgroupProcsFiles = [] }: LaunchDescription): void {
  if (cgroupProcsFile !== undefined) writeFileSync(cgroupProcsFile, '0', { flag: 'r+' })
  for (const procsFile of cgroupProcsFiles) writeFileSync(procsFile, '0', { flag: 'r+' })
}

/** The keeper asks to be spared when memory runs out; a game does not. */
function standInLineForMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '0')
  } catch {
    // Not allowed to change it: then the keeper was not either.
  }
}

function enterFolder(launch: LaunchDescription): void {
  try {
    process.chdir(launch.cwd)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why =
      code === 'ENOENT' ? 'does not exist' : `cannot be entered by user ${process.getuid?.()} (${code})`
    throw new ProgramProblem(126, `the folder ${launch.cwd} ${why}`)
  }
}

/** A keeper of today has done this already, without a second start of Node; an older one leaves it to the launcher. */
function startOverConfined(wanted: LaunchDescription): void {
  const launcher = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const confined = confinedCommand(wanted, launcher)
  if (confined === null) return
  const { command, launch } = confined
  process.execve?.(command[0] ?? '', command, { [launchVariable]: JSON.stringify(launch) })
}

function launch(): void {
  const description = process.env[launchVariable]
  if (description === undefined) throw new ProgramProblem(126, `${launchVariable} is missing`)
  const wanted = readLaunch(description)
  closeInheritedDescriptors()
  startOverConfined(wanted)
  restoreSignals()
  process.umask(0o027)
  standInLineForMemory()
  joinCgroups(wanted)
  dropRights(wanted)
  enterFolder(wanted)
  const program = findProgram(wanted.argv[0] ?? '', wanted.env.PATH)
  if (process.execve === undefined) throw new ProgramProblem(126, 'this Node has no process.execve')
  process.execve(program, wanted.argv, wanted.env)
}

try {
  launch()
} catch (error) {
  const isKnown = error instanceof ProgramProblem
  const message = error instanceof Error ? error.message : String(error)
  process.stdout.write(`${launchFailurePrefix}${message.replaceAll(/\s+/g, ' ')}\n`, () => {
    process.exit(isKnown ? error.exitCode : launchFailureCodes[0])
  })
}
