// Finds ports that nothing on this node listens on, as close as possible above those that are wished for.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FindFreePorts } from '@rookery/contracts/daemon/generated/link.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'

const lowestPort = 1024
const highestPort = 65_535
const triesLimit = 500

/** One port per wish, no port twice. */
export async function findFreePorts({ wishes, taken }: FindFreePorts): Promise<{ ports: number[] }> {
  const used = new Set(taken)
  const ports: number[] = []
  for (const { preferred, protocol } of wishes) {
    const port = await firstFree(preferred, protocol === 'udp' ? 'udp' : 'tcp', used)
    used.add(port)
    ports.push(port)
  }
  return { ports }
}

async function firstFree(preferred: number, protocol: 'tcp' | 'udp', used: Set<number>): Promise<number> {
  const from = Math.min(Math.max(preferred, lowestPort), highestPort)
  for (let tries = 0; tries < triesLimit; tries++) {
    const span = highestPort - lowestPort + 1
    const port = lowestPort + ((from - lowestPort + tries) % span)
    if (!used.has(port) && (await isFree(port, protocol))) return port
  }
  throw new LinkRefusal(
    'conflict',
    `no free ${protocol} port was found near ${preferred}: choose another range`,
  )
}

async function isFree(port: number, protocol: 'tcp' | 'udp'): Promise<boolean> {
  return protocol === 'tcp' ? isTcpFree(port) : isUdpFree(port)
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
