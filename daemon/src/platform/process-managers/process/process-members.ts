// Finds living processes by what cannot be shaken off easily: their user, or the mark in the environment they began with.

import { readdir, readFile } from 'node:fs/promises'
import { isDead, type ProcessStat, readProcessStat } from '../../../keeper/process-stat.ts'

/** Every living process of which `uid` is a user: real, effective, saved or for files. */
export async function processesOfUser(uid: number): Promise<ProcessStat[]> {
  return findProcesses(async stat => {
    const status = await readFile(`/proc/${stat.pid}/status`, 'latin1')
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
  return findProcesses(async stat => {
    const belongs =
      related.has(stat.pid) ||
      related.has(stat.parentPid) ||
      stat.sessionId === leader?.pid ||
      (await hasMark(stat, mark))
    if (belongs) related.add(stat.pid)
    return belongs
  })
}

async function hasMark(stat: ProcessStat, mark: string): Promise<boolean> {
  const environment = await readFile(`/proc/${stat.pid}/environ`, 'utf8')
  return environment.split('\0').includes(mark)
}

/** The oldest first, so that a parent is checked before its children. */
async function findProcesses(belongs: (stat: ProcessStat) => Promise<boolean>): Promise<ProcessStat[]> {
  const pids = (await readdir('/proc')).map(Number).filter(pid => pid > 1 && pid !== process.pid)
  const stats = pids.map(readProcessStat).filter(stat => stat !== null && !isDead(stat)) as ProcessStat[]
  const found: ProcessStat[] = []
  for (const stat of stats.sort((a, b) => a.startTicks - b.startTicks || a.pid - b.pid)) {
    // A process that ends while it is looked at, or that we may not look at, is none of ours.
    if (await belongs(stat).catch(() => false)) found.push(stat)
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
