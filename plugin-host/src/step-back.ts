// Lets the thread that calls it step back behind every other thread of this process when processors are short.

import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** About a tenth of the share of a thread that has not stepped back: enough to answer on a busy machine. */
const niceness = 10

/** On Linux a priority belongs to a thread; elsewhere all threads would step back with it, so nothing is done. */
export function stepBack(): void {
  if (process.platform !== 'linux') return
  try {
    // `PROCESS/task/THREAD`
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (threadId !== process.pid) setPriority(threadId, niceness)
  } catch {
    // Without /proc, or where it is forbidden, the plugin still runs within its limits.
  }
}
