// How fast a run's output is fetched while somebody reads along: as fast as the quickest reader, but never slowly.

/** So far the newest byte may be ahead of the quickest reader before that one is waited for. */
export const aheadLimitBytes = 256 * 1024
/** However slow its readers are: readiness, last words and a game that ends wait for what is under way. */
export const slowestBytesPerSecond = 2 * 1024 * 1024

/** How long to wait before more is fetched; `aheadBytes` is null when nobody reads. */
export function holdMs(fetchedBytes: number, aheadBytes: number | null): number {
  if (aheadBytes === null || aheadBytes <= aheadLimitBytes) return 0
  return (fetchedBytes / slowestBytesPerSecond) * 1_000
}
