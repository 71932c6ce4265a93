// Finds out which byte of a container's output is which, after a time in which nobody listened.

/** What was known of the output last: how many bytes, and the newest of them. */
export interface KnownOutput {
  endSeq: number
  tail: Buffer
}

/** Fewer equal bytes could be chance. */
const leastOverlapBytes = 16

/** The sequence number of the first byte in the engine's log; null when what was known is not in it any more. */
export function locateLog(log: Buffer, known: KnownOutput): number | null {
  const { endSeq, tail } = known
  const tailSeq = endSeq - tail.length
  if (tail.length === 0 || log.length === 0) return log.length === 0 ? endSeq : 0
  // The usual case: the log is complete, and may lack the line that was not ended yet.
  const complete = log.subarray(tailSeq, endSeq)
  if (complete.length > 0 && complete.equals(tail.subarray(0, complete.length))) return 0
  const at = log.lastIndexOf(tail)
  if (at >= 0 && tailSeq >= at) return tailSeq - at
  return locateOverlap(log, known)
}

/**
 * The log begins within what was known, or ends there. It ends there only for want of a line that was not finished
 * yet, so most of what was known must be in it: fewer bytes are alike by chance when a game repeats itself.
 */
function locateOverlap(log: Buffer, { endSeq, tail }: KnownOutput): number | null {
  const most = Math.min(tail.length, log.length)
  for (let overlap = most; overlap >= leastOverlapBytes; overlap -= 1) {
    if (log.subarray(0, overlap).equals(tail.subarray(tail.length - overlap))) return endSeq - overlap
    const isMost = overlap >= tail.length / 2
    if (isMost && log.subarray(log.length - overlap).equals(tail.subarray(0, overlap))) {
      return Math.max(0, endSeq - tail.length + overlap - log.length)
    }
  }
  return null
}

export interface LiveAndLog {
  log: Buffer
  logSeq: number
  /** Everything that came live since the moment of attaching. */
  live: Buffer
  /** Known to be older than the first live byte. */
  leastSeq: number
}

/**
 * The sequence number of the first live byte; null while the log does not reach far enough to tell.
 * All that the log has since attaching came live too: so of all places where the two fit, the earliest is right.
 */
export function locateLive({ log, logSeq, live, leastSeq }: LiveAndLog): number | null {
  const logEndSeq = logSeq + log.length
  const wanted = live.indexOf('\n') + 1 || live.length
  const firstSeq = Math.max(leastSeq, logSeq, logEndSeq - live.length)
  const probe = live.subarray(0, Math.min(wanted, 64))
  if (probe.length === 0) return null
  let at = log.indexOf(probe, firstSeq - logSeq)
  while (at >= 0 && log.length - at >= wanted) {
    const logged = log.subarray(at)
    if (logged.equals(live.subarray(0, logged.length))) return logSeq + at
    at = log.indexOf(probe, at + 1)
  }
  return null
}
