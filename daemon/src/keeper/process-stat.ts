// Reads what the kernel says about one process, so that a pid is never mistaken for a later process with the same number.

import { readFileSync } from 'node:fs'

export interface ProcessStat {
  pid: number
  /** One letter; Z and X are dead. */
  state: string
  parentPid: number
  groupId: number
  sessionId: number
  startTicks: number
}

/** null when there is no such process. */
export function readProcessStat(pid: number): ProcessStat | null {
  try {
    // As UTF-8: Node reads it in one piece then, and for every other encoding takes 64 KiB for a file without a size.
    return parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

/** The name in the second field may hold spaces and brackets, so fields are counted after the last bracket. */
export function parseProcessStat(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return {
    pid: Number.parseInt(line, 10),
    state: fields[0] ?? 'X',
    parentPid: Number(fields[1]),
    groupId: Number(fields[2]),
    sessionId: Number(fields[3]),
    startTicks: Number(fields[19]),
  }
}

export function isDead(stat: ProcessStat | null): boolean {
  return stat === null || stat.state === 'Z' || stat.state === 'X'
}
