// By which address people reach the SFTP server of a node.

import { isIP } from 'node:net'

/** The game server's own when it has one; else one that the node has told. Null while there is none. */
export function reachedHost(gameServerIp: string, nodeIps: readonly string[]): string | null {
  if (isIP(gameServerIp) !== 0 && !isUnreachable(gameServerIp)) return gameServerIp
  const useful = nodeIps.filter(ip => !isUnreachable(ip))
  return useful.find(ip => isIP(ip) === 4) ?? useful[0] ?? nodeIps[0] ?? null
}

/** Every address, or this machine alone. */
function isUnreachable(ip: string): boolean {
  return ip === '0.0.0.0' || ip === '::' || ip === '::1' || ip.startsWith('127.')
}
