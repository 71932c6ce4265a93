// Finds living processes by what cannot be shaken off easily: their user, or the mark in the environment they began with.

import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { isDead, type ProcessStat, readProcessStat } from '../../../keeper/process-stat.ts'

/** Every living process of which `uid` is a user: real, effective, saved or for files. */
export async function processesOfUser(uid: number): Promise<ProcessStat[]> {
  const found: ProcessStat[] = []
  for (const [index, pid] of (await otherPids()).entries()) {
    if (index % atOnce === atOnce - 1) await othersTurn()
    if (!userIdsOf(pid).includes(String(uid))) continue
    const stat = readProcessStat(pid)
    // Asked again: in between the pid may have become that of a process of somebody else.
    if (stat !== null && !isDead(stat) && userIdsOf(pid).includes(String(uid))) found.push(stat)
  }
  return found
}

function userIdsOf(pid: number): string[] {
  const status = readKernelFile(`/proc/${pid}/status`)
  const begin = status.indexOf('\nUid:\t')
  return begin < 0 ? [] : status.slice(begin + 6, status.indexOf('\n', begin + 1)).split('\t')
}

async function otherPids(): Promise<number[]> {
  return (await readdir('/proc')).map(Number).filter(pid => pid > 1 && pid !== process.pid)
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
  const stats = (await otherPids())
    .map(readProcessStat)
    .filter(stat => stat !== null && !isDead(stat)) as ProcessStat[]
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
