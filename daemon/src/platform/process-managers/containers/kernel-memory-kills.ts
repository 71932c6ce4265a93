// Asks the kernel whether it ended something in a container for lack of memory, where the engine does not tell.

import { closeSync, constants, openSync, readSync } from 'node:fs'

const recordBytes = 8 * 1024
const recordsAtMost = 50_000

/** False also where this process may not read the kernel's messages. */
export function wasKilledForMemory(containerId: string): boolean {
  let file: number
  try {
    file = openSync('/dev/kmsg', constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return false
  }
  try {
    const record = Buffer.alloc(recordBytes)
    for (let count = 0; count < recordsAtMost; count += 1) {
      const text = record.toString('latin1', 0, readSync(file, record, 0, recordBytes, null))
      if (text.includes('oom-kill:') && groupOf(text).includes(containerId)) return true
    }
    return false
  } catch {
    // No further record.
    return false
  } finally {
    closeSync(file)
  }
}

function groupOf(record: string): string {
  return /\boom_memcg=([^,]*)/.exec(record)?.[1] ?? ''
}
