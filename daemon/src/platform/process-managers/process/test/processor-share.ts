// How much of a core a process got that wanted all of one: on a busy machine less than 100 percent.

import { readFileSync } from 'node:fs'

export interface ProcessorShare {
  runMs: number
  waitMs: number
  /** 100 when it never had to wait for its core. */
  percentUntil(later: ProcessorShare): number
}

export function readProcessorShare(pid: number): ProcessorShare {
  const [run = 0, wait = 0] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ').map(Number)
  const share = { runMs: run / 1e6, waitMs: wait / 1e6 }
  return {
    ...share,
    percentUntil(later) {
      const ran = later.runMs - share.runMs
      return (100 * ran) / (ran + later.waitMs - share.waitMs)
    },
  }
}
