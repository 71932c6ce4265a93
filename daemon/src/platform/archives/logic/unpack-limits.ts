// How much may come out of an archive before it counts as a bomb.

export interface UnpackLimits {
  entries: number
  bytes: number
  /** Bytes out for each byte in; archives of which less comes out are not measured by it. */
  ratio: number
  ratioCountsFromBytes: number
  /** Names on the way to an entry, its own included. */
  depth: number
}

const ratioLimit = 200
export const usualRatioCountsFromBytes = 100 * 1_000_000
const depthLimit = 100

/** A little is left on the drive for the rest of the node. */
const spareBytes = 64 * 1_000_000

export function unpackLimits(
  freeBytes: number,
  entries: number,
  ratioCountsFromBytes = usualRatioCountsFromBytes,
): UnpackLimits {
  const bytes = Math.max(0, freeBytes - spareBytes)
  return { entries, bytes, ratio: ratioLimit, ratioCountsFromBytes, depth: depthLimit }
}

export interface Unpacked {
  entries: number
  bytes: number
}

export function formatEntries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

/** Why it must end here, or null. */
export function limitProblem(limits: UnpackLimits, done: Unpacked, archiveBytes: number): string | null {
  if (done.entries > limits.entries) return `the archive has more than ${limits.entries} entries`
  if (done.bytes > limits.ratioCountsFromBytes && done.bytes > archiveBytes * limits.ratio) {
    return `the archive grows to more than ${limits.ratio} times its size: it is a bomb`
  }
  if (done.bytes > limits.bytes) {
    return 'there is not enough space left on the node for what is in the archive: free some and try again'
  }
  return null
}

/** What a program that unpacks on its own may write: `share` of the room, and no more than the ratio allows. */
export function bytesAllowed(limits: UnpackLimits, archiveBytes: number, share: number): number {
  return Math.min(limits.bytes * share, Math.max(archiveBytes * limits.ratio, limits.ratioCountsFromBytes))
}
