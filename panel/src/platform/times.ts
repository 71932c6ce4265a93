// Times as the API writes them.

/** ISO-8601 in UTC. */
export function timeOf(unixMilliseconds: number): string {
  return new Date(unixMilliseconds).toISOString()
}
