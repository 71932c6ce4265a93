// The address that players type in to join a game server.

const isWildcard = (ip: string) => ip === '0.0.0.0' || ip === '::' || ip === ''

/** A server that listens everywhere is reached under the name by which this page was reached. */
export function joinAddress(ip: string, port: number, pageHost: string): string {
  const host = isWildcard(ip) ? pageHost : ip
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return `${bracketed}:${port}`
}
