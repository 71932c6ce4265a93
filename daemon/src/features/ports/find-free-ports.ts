// Finds ports that nothing on this node listens on, as close as possible above those that are requested.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FindFreePorts, PortRequest } from '@rookery/contracts/daemon/generated/link.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'

const lowestPort = 1024
const highestPort = 65_535
const triesLimit = 500

/** One port per request, together with those at its distances; no port twice. */
export async function findFreePorts({ requests, taken }: FindFreePorts): Promise<{ ports: number[] }> {
  const used = new Set(taken)
  const ports: number[] = []
  for (const request of requests) {
    const port = await firstFree(request, used)
    for (const { number } of neededFor(request, port)) used.add(number)
    ports.push(port)
  }
  return { ports }
}

interface Needed {
  number: number
  protocol: string
}

function neededFor({ protocol, also }: PortRequest, port: number): Needed[] {
  const others = also.map(step => ({ number: port + step.plus, protocol: step.protocol }))
  return [{ number: port, protocol }, ...others]
}

async function firstFree(request: PortRequest, used: ReadonlySet<number>): Promise<number> {
  const from = Math.min(Math.max(request.preferred, lowestPort), highestPort)
  for (let tries = 0; tries < triesLimit; tries++) {
    const span = highestPort - lowestPort + 1
    const port = lowestPort + ((from - lowestPort + tries) % span)
    if (await areFree(neededFor(request, port), used)) return port
  }
  const others = request.also.length > 0 ? ` with ${request.also.length} more beside it` : ''
  const kind = request.protocol === 'both' ? 'tcp and udp' : request.protocol
  throw new LinkRefusal(
    'conflict',
    `no free ${kind} port${others} was found near ${request.preferred}: choose another range`,
  )
}

async function areFree(needed: readonly Needed[], used: ReadonlySet<number>): Promise<boolean> {
  const isTakable = ({ number }: Needed) => number >= 1 && number <= highestPort && !used.has(number)
  if (!needed.every(isTakable)) return false
  for (const { number, protocol } of needed) if (!(await isFree(number, protocol))) return false
  return true
}

/** A protocol that is not known is taken for both. */
async function isFree(port: number, protocol: string): Promise<boolean> {
  if (protocol !== 'udp' && !(await isTcpFree(port))) return false
  return protocol === 'tcp' || isUdpFree(port)
}

async function isTcpFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen({ port, host: '0.0.0.0', exclusive: true })
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}

async function isUdpFree(port: number): Promise<boolean> {
  const probe = createSocket('udp4')
  try {
    probe.bind({ port, address: '0.0.0.0', exclusive: true })
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}
