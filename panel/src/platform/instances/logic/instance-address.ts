// Where other instances reach this one, when nobody has said so.

import { isIP } from 'node:net'

export interface ListeningPlace {
  bindIp: string
  port: number
  hostName: string
}

const everywhere = new Set(['0.0.0.0', '::'])

/** The address that is listened on, or this machine's name where that is all of them. */
export function defaultInstanceAddress({ bindIp, port, hostName }: ListeningPlace): string {
  return writeAddress(everywhere.has(bindIp) ? hostName : bindIp, port)
}

export function writeAddress(host: string, port: number): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`
}
