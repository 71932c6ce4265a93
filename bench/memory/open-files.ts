// Whether this process and those that it starts may open as many files as a measurement needs.

import { readFileSync } from 'node:fs'

/** Node raises the soft limit to the hard one by itself; beyond that only the machine's owner can. */
export function demandOpenFiles(wanted: number): void {
  const limit = /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  if (Number(limit) < wanted)
    throw new Error(`at most ${limit} open files are allowed here, ${wanted} are needed: raise "ulimit -Hn"`)
}
