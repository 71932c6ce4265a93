// Counts the game servers that go on running after the daemon has stopped: the children of its keeper.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export function countGameServersLeft(daemonDir: string): number {
  try {
    const [pid, startTicks] = readFileSync(join(daemonDir, 'keeper.sock.pid'), 'utf8').trim().split(' ')
    if (!pid || startTicksOf(pid) !== startTicks) return 0
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return children === '' ? 0 : children.split(/\s+/).length
  } catch {
    return 0
  }
}

/** A pid alone may belong to a later process. The name in the line may hold spaces, so fields count after it. */
function startTicksOf(pid: string): string | undefined {
  const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19]
}
