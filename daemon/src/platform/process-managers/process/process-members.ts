// Finds living processes by what cannot be shaken off easily: their user, or the mark in the environment they began with.

import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { isDead, type ProcessStat, readProcessStat } from '../../../keeper/process-stat.ts'

/** Every living process of which `uid` is a user: real, effective, saved or for files. */
export async function processesOfUser(uid: number): Promise<ProcessStat[]> {
  return findProcesses(stat => {
    const status = readKernelFile(`/proc/${stat.pid}/status`)
    const ids = /^Uid:\s+(.*)$/m.exec(status)?.[1]?.split(/\s+/) ?? []
    return ids.includes(String(uid))
  })
}

/**
 * Every living process that carries `mark` (a whole NAME=value), and, while their leader lives, its session and
 * children too, whatever they did to their environment.
 */
export async function processesWithMark(mark: string, leader: ProcessStat | null): Promise<ProcessStat[]> {
  const related = new Set(leader === null ? [] : [leader.pid])
  return findProcesses(stat => {
    const belongs =
      related.has(stat.pid) ||
      related.has(stat.parentPid) ||
      stat.sessionId === leader?.pid ||
      readKernelFile(`/proc/${stat.pid}/environ`).split('\0').includes(mark)
    if (belongs) related.add(stat.pid)
    return belongs
  })
}

/** None of a process that has ended, or that we may not look at: it is none of ours. */
function readKernelFile(path: string): string {
  try {
    // As UTF-8: Node reads it in one piece then, with a tenth of the work of a promise for each step.
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** So many are looked at before others get their turn: a machine may have thousands. */
const atOnce = 100

/** The oldest first, so that a parent is checked before its children. */
async function findProcesses(belongs: (stat: ProcessStat) => boolean): Promise<ProcessStat[]> {
  const pids = (await readdir('/proc')).map(Number).filter(pid => pid > 1 && pid !== process.pid)
  const stats = pids.map(readProcessStat).filter(stat => stat !== null && !isDead(stat)) as ProcessStat[]
  const found: ProcessStat[] = []
  for (const [index, stat] of stats.sort((a, b) => a.startTicks - b.startTicks || a.pid - b.pid).entries()) {
    if (index % atOnce === atOnce - 1) await othersTurn()
    if (belongs(stat)) found.push(stat)
  }
  return found
}

/** Only while the pid still means the same process. */
export function signalProcess(target: ProcessStat, signal: NodeJS.Signals): void {
  try {
    if (readProcessStat(target.pid)?.startTicks === target.startTicks) process.kill(target.pid, signal)
  } catch {
    // It has ended in between.
  }
}
