// What processes hold and have taken so far, as the kernel counts it.

import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Milliseconds in user and kernel mode, all threads together; 0 when there is no such process. */
export function processorMs(pid: number): number {
  const fields = statFields(pid)
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1_000) / ticksPerSecond
}

/** The same, with all programs that it has started and that have ended. */
export function processorMsWithChildren(pid: number): number {
  const ended = statFields(pid).slice(13, 15)
  return processorMs(pid) + (ended.reduce((sum, ticks) => sum + Number(ticks), 0) * 1_000) / ticksPerSecond
}

/** Resident memory; not a number when there is no such process. */
export function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
  } catch {
    return Number.NaN
  }
}

/** The processes that this one has started and that still run. */
export function childrenOf(parentPid: number): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.map(Number).filter(pid => Number(statFields(pid)[1]) === parentPid)
}

/** The name in brackets may hold spaces, so fields are counted after it: state, parent, ... */
function statFields(pid: number): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
