// How much may come out of an archive before it counts as a bomb.

export interface UnpackLimits {
  entries: number
  bytes: number
  /** Bytes out for each byte in; small archives are not measured by it. */
  ratio: number
}

const entryLimit = 1_000_000
const ratioLimit = 200
const ratioCountsFromBytes = 100 * 1_000_000

/** A little is left on the drive for the rest of the node. */
const spareBytes = 64 * 1_000_000

export function unpackLimits(freeBytes: number): UnpackLimits {
  return { entries: entryLimit, bytes: Math.max(0, freeBytes - spareBytes), ratio: ratioLimit }
}

export interface Unpacked {
  entries: number
  bytes: number
}

/** Why it must end here, or null. */
export function limitProblem(limits: UnpackLimits, done: Unpacked, archiveBytes: number): string | null {
  if (done.entries > limits.entries) return `the archive has more than ${limits.entries} entries`
  if (done.bytes > ratioCountsFromBytes && done.bytes > archiveBytes * limits.ratio) {
    return `the archive grows to more than ${limits.ratio} times its size: it is a bomb`
  }
  if (done.bytes > limits.bytes) {
    return 'there is not enough space left on the node for what is in the archive: free some and install again'
  }
  return null
}
