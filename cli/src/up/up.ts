// `rookery up`: runs the panel and a daemon for this machine until asked to stop.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Places } from '../places.ts'
import type { Programs } from '../programs.ts'
import { prepareFolders, writeConfigWhenMissing } from './first-run.ts'
import { takeInstanceLock } from './instance-lock.ts'
import { alreadyRunning, gameServersGoOn, unusableFolder } from './logic/messages.ts'
import type { RestartPauses } from './logic/restart-delay.ts'
import { listenForStop } from './stop-requests.ts'
import { Supervisor } from './supervisor.ts'

export interface UpOptions {
  programs: Programs
  places: Places
  environment: NodeJS.ProcessEnv
  workingDirectory: string
  /** Show every log line, not only warnings and errors. */
  isVerbose: boolean
  /** Restart the programs when their source changes. */
  isWatching: boolean
  /** For tests; the usual ones when left out. */
  restartPauses?: RestartPauses | undefined
  /** Although the installation was set up and its database is gone. */
  beginsAnew: boolean
}

/** Returns the exit status. */
export async function up(options: UpOptions): Promise<number> {
  const { places, environment } = options
  // A reader that goes away, such as `| head`, must not end the programs.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  let lock: ReturnType<typeof takeInstanceLock>
  try {
    prepareFolders(places)
    lock = takeInstanceLock(places.dataDir, new Date().toISOString())
    if (!('heldBy' in lock)) writeConfigWhenMissing(places, environment)
  } catch (error) {
    console.error(unusableFolder(places.dataDir, reasonOf(error)))
    return 1
  }
  if ('heldBy' in lock) {
    console.error(alreadyRunning(places.dataDir, lock.heldBy))
    return 1
  }
  const stop = listenForStop()
  try {
    const status = await new Supervisor(options, stop).run()
    const left = countGameServersLeft(places.daemonDir)
    if (left > 0) console.log(gameServersGoOn(left))
    return status
  } finally {
    stop.ignoreFromNow()
    lock.release()
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}

/** Counts the game servers that go on running after the daemon has stopped: the children of its keeper. */
export function countGameServersLeft(daemonDir: string): number {
  try {
    const [pid, startTicks] = readFileSync(join(daemonDir, 'keeper.sock.pid'), 'utf8').trim().split(' ')
    if (!pid || startTicksOf(pid) !== startTicks) return 0
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return children === '' ? 0 : children.split(/\s+/).length
  } catch {
    return 0
  }
}

/** A pid alone may belong to a later process. The name in the line may hold spaces, so fields count after it. */
function startTicksOf(pid: string): string | undefined {
  const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19]
}
