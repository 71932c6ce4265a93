// Finds ports that nobody has: upwards from the preferred one.

/** One port per wish, each different from all taken ones and from each other; null when none is left. */
export function findFreePorts(preferred: readonly number[], taken: readonly number[]): number[] | null {
  const used = new Set(taken)
  const found: number[] = []
  for (const first of preferred) {
    let port = first
    while (used.has(port) && port <= 65535) port += 1
    if (port > 65535) return null
    used.add(port)
    found.push(port)
  }
  return found
}
