// Finds out which byte of a container's output is which, after a time in which nobody listened.

/** What was known of the output last: how many bytes, and the newest of them. */
export interface KnownOutput {
  endSeq: number
  tail: Buffer
}

/** A part of the engine's log with the sequence number of its first byte. */
export interface LogPiece {
  seq: number
  bytes: Buffer
}

export type LocatedLog = [whole: LogPiece] | [beforeHole: LogPiece, afterHole: LogPiece]

/** Fewer equal bytes could be chance. */
const leastOverlapBytes = 16

/**
 * Numbers the log's bytes; null when what was known is not in it any more. It is one piece, or two: an engine that was
 * killed has handed out lines that it never wrote down, and its log goes on as if they had not been.
 */
export function locateLog(log: Buffer, known: KnownOutput): LocatedLog | null {
  const { endSeq, tail } = known
  const tailSeq = endSeq - tail.length
  if (tail.length === 0) return [{ seq: log.length === 0 ? endSeq : 0, bytes: log }]
  // Without a line that was ended there is no log yet: then all that was known is in `tail`.
  if (log.length === 0) return tailSeq > 0 ? null : [{ seq: endSeq, bytes: log }]
  // The usual case: the log is complete, and may lack the line that was not ended yet.
  const complete = log.subarray(tailSeq, endSeq)
  if (complete.length > 0 && complete.equals(tail.subarray(0, complete.length)))
    return [{ seq: 0, bytes: log }]
  const at = log.lastIndexOf(tail)
  if (at >= 0 && tailSeq >= at) return [{ seq: tailSeq - at, bytes: log }]
  const overlapSeq = locateOverlap(log, known)
  return overlapSeq === null ? locateAroundHole(log, known) : [{ seq: overlapSeq, bytes: log }]
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

/** The log lacks whole lines in the midst of what was known: half of that must still be there in one piece. */
function locateAroundHole(log: Buffer, { endSeq, tail }: KnownOutput): LocatedLog | null {
  const tailSeq = endSeq - tail.length
  const half = Math.ceil(tail.length / 2)
  if (half < leastOverlapBytes) return null
  const firstHalfAt = log.lastIndexOf(tail.subarray(0, half))
  // A log that is complete before the hole has the bytes of `tail` at their own numbers: there, less is enough.
  for (const at of [tailSeq, firstHalfAt]) {
    const alike = at < 0 ? 0 : wholeLinesAlike(log.subarray(at), tail)
    if (alike < leastOverlapBytes || tailSeq < at) continue
    const after = log.subarray(at + alike)
    return [
      { seq: tailSeq - at, bytes: log.subarray(0, at + alike) },
      { seq: tailSeq + endOfHole(after, tail, alike), bytes: after },
    ]
  }
  const secondHalfAt = log.lastIndexOf(tail.subarray(half))
  if (secondHalfAt < 0 || tailSeq + half < secondHalfAt) return null
  return [{ seq: tailSeq + half - secondHalfAt, bytes: log }]
}

/** How many bytes the two have in common at their beginning, to the end of a line. */
function wholeLinesAlike(one: Buffer, other: Buffer): number {
  let count = 0
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1
  return other.subarray(0, count).lastIndexOf('\n') + 1
}

/** Where in `tail` the log goes on; after its end, when all that follows in the log is new. */
function endOfHole(after: Buffer, tail: Buffer, from: number): number {
  for (let at = tail.indexOf('\n', from) + 1; at > 0; at = tail.indexOf('\n', at) + 1) {
    const rest = tail.subarray(at, at + after.length)
    if (rest.equals(after.subarray(0, rest.length))) return at
  }
  return tail.length
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
