// The address that players type in to join a game server.

const isWildcard = (ip: string) => ip === '0.0.0.0' || ip === '::' || ip === ''

/** A server that listens everywhere is reached under the name by which this page was reached. */
export function joinAddress(ip: string, port: number, pageHost: string): string {
  const host = isWildcard(ip) ? pageHost : ip
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return `${bracketed}:${port}`
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || host.startsWith('127.')

/** Who reads this page on the machine itself has a name for it that players elsewhere cannot use; the node may know one. */
export const playerHost = (nodeIps: readonly string[], pageHost: string): string =>
  isLoopback(pageHost) ? (nodeIps.find(ip => !isWildcard(ip) && !isLoopback(ip)) ?? pageHost) : pageHost
