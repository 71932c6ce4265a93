// Free ports for a new game server, by what the panel itself knows to be taken.

interface PortRequest {
  preferred: number
  /** Ports at these distances must be free too. */
  also: readonly { plus: number }[]
}

/**
 * For a node that cannot be asked: upwards from the preferred one, one port per request, each different from all taken
 * ones and from each other; null when none is left.
 */
export function findFreePorts(input: readonly PortRequest[], taken: readonly number[]): number[] | null {
  const used = new Set(taken)
  const isFree = (port: number) => port >= 1 && port <= 65_535 && !used.has(port)
  const found: number[] = []
  for (const { preferred, also } of input) {
    let port = preferred
    const needed = () => [port, ...also.map(({ plus }) => port + plus)]
    while (port <= 65_535 && !needed().every(isFree)) port += 1
    if (port > 65_535) return null
    for (const one of needed()) used.add(one)
    found.push(port)
  }
  return found
}
