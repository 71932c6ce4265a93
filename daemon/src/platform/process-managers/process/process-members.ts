// Finds living processes by what cannot be shaken off easily: their user, or the mark in the environment they began with.

import { open, readdir } from 'node:fs/promises'
import { isDead, type ProcessStat, readProcessStat } from '../../../keeper/process-stat.ts'

/** Every living process of which `uid` is a user: real, effective, saved or for files. */
export async function processesOfUser(uid: number): Promise<ProcessStat[]> {
  return findProcesses(async (stat, read) => {
    const status = await read(`/proc/${stat.pid}/status`)
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
  return findProcesses(async (stat, read) => {
    const belongs =
      related.has(stat.pid) ||
      related.has(stat.parentPid) ||
      stat.sessionId === leader?.pid ||
      (await read(`/proc/${stat.pid}/environ`)).split('\0').includes(mark)
    if (belongs) related.add(stat.pid)
    return belongs
  })
}

type Read = (path: string) => Promise<string>

/** Files of the kernel have no size, and Node would take 64 KiB for each of them: one piece serves a whole search. */
function readerOfKernelFiles(): Read {
  const piece = Buffer.allocUnsafe(16 * 1024)
  return async path => {
    const file = await open(path)
    try {
      const parts: string[] = []
      for (;;) {
        const { bytesRead } = await file.read(piece)
        if (bytesRead === 0) return parts.join('')
        // One character for each byte, so that none is cut between two pieces.
        parts.push(piece.toString('latin1', 0, bytesRead))
      }
    } finally {
      await file.close()
    }
  }
}

/** The oldest first, so that a parent is checked before its children. */
async function findProcesses(
  belongs: (stat: ProcessStat, read: Read) => Promise<boolean>,
): Promise<ProcessStat[]> {
  const read = readerOfKernelFiles()
  const pids = (await readdir('/proc')).map(Number).filter(pid => pid > 1 && pid !== process.pid)
  const stats = pids.map(readProcessStat).filter(stat => stat !== null && !isDead(stat)) as ProcessStat[]
  const found: ProcessStat[] = []
  for (const stat of stats.sort((a, b) => a.startTicks - b.startTicks || a.pid - b.pid)) {
    // A process that ends while it is looked at, or that we may not look at, is none of ours.
    if (await belongs(stat, read).catch(() => false)) found.push(stat)
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
