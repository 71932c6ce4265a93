// What the kernel counts for one process: processor time, memory and what it read and wrote.

import { readFileSync } from 'node:fs'
import { type ProcessStat, parseProcessStat } from '../../../keeper/process-stat.ts'

export interface ProcessUse extends ProcessStat {
  /** Its own, and that of all children it has waited for. */
  cpuSeconds: number
  memoryBytes: number
}

/** The kernel shows times in this unit, whatever its own clock. */
const ticksPerSecond = 100
const pageBytes = readPageBytes()

/** null when there is no such process. */
export function readProcessUse(pid: number): ProcessUse | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
    return {
      ...parseProcessStat(line),
      cpuSeconds: ticks / ticksPerSecond,
      memoryBytes: Number(fields[21]) * pageBytes,
    }
  } catch {
    return null
  }
}

/** null where this user may not look, or the process is gone. */
export function readProcessIo(pid: number): { readBytes: number; writeBytes: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/io`, 'utf8')
    const field = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)?.[1])
    return { readBytes: field('read_bytes'), writeBytes: field('write_bytes') }
  } catch {
    return null
  }
}

/** From the vector that the kernel hands to every program; most machines have 4 KiB, some have more. */
function readPageBytes(): number {
  const pageSizeKey = 6n
  try {
    const vector = readFileSync('/proc/self/auxv')
    for (let at = 0; at + 16 <= vector.length; at += 16) {
      if (vector.readBigUInt64LE(at) === pageSizeKey) return Number(vector.readBigUInt64LE(at + 8))
    }
  } catch {
    // The usual size, then.
  }
  return 4096
}
