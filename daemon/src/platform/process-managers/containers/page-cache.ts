// How much of a control group's memory is only pages of files, for an engine whose statistics do not say so.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageCacheOf } from './logic/usage-of-stats.ts'

/** Control groups of version 1, then of version 2. */
const roots = ['/sys/fs/cgroup/memory', '/sys/fs/cgroup']

export async function readPageCache(cgroupPath: string): Promise<number | null> {
  for (const root of roots) {
    try {
      const text = await readFile(join(root, cgroupPath, 'memory.stat'), 'utf8')
      const lines = text.trim().split('\n')
      return pageCacheOf(
        Object.fromEntries(
          lines.map(line => {
            const [name = '', value = ''] = line.split(' ')
            return [name, Number(value)]
          }),
        ),
      )
    } catch {
      // Not here.
    }
  }
  return null
}
