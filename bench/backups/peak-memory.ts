// The most memory that a process and the programs below it have held, looked at again and again.

import { readFileSync } from 'node:fs'
import { childrenOf } from '../measuring/process-figures.ts'

export interface PeakMemory {
  ownMb: number
  /** The largest one below it. */
  childMb: number
}

/** Looks until it is told to stop, and gives what it has seen. */
export function watchPeakMemory(pid: number): () => PeakMemory {
  const peak: PeakMemory = { ownMb: 0, childMb: 0 }
  const look = () => {
    peak.ownMb = Math.max(peak.ownMb, peakMbOf(pid))
    for (const child of childrenOf(pid)) peak.childMb = Math.max(peak.childMb, peakMbOf(child))
  }
  const timer = setInterval(look, 100)
  return () => {
    clearInterval(timer)
    look()
    return peak
  }
}

/** The kernel remembers it for as long as the process lives. */
function peakMbOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
