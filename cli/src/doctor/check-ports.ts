// Checks whether a port can be listened on, or is in use already.

import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { askPanel, type PanelPlace } from '../ask-panel.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const patienceMs = 3000

export interface PortToCheck {
  name: string
  variable: string
  ip: string
  port: number
}

/** `isRunning`: Rookery itself runs on this data folder, so that it is the one that uses the port. */
export async function checkPort(
  { name, variable, ip, port }: PortToCheck,
  isRunning: boolean,
): Promise<Finding> {
  if (port === 0) return ok(name, 'any free port')
  const error = await tryToListen(ip, port)
  const place = `${ip}:${port}`
  if (error === null) return ok(name, `${place} is free`)
  const reason = reasonOf(error)
  if (reason !== 'EADDRINUSE') {
    return problem(name, `${place} cannot be used (${reason}); change the address or ${variable}`)
  }
  return isRunning
    ? ok(name, `${place} is in use by Rookery`)
    : problem(name, `${place} is in use by another program; stop it or choose another ${variable}`)
}

/** Whether the panel answers there, also one that was started without `rookery up`. */
export async function answersAsPanel(place: PanelPlace): Promise<boolean> {
  const answer = await askPanel(place, '/api/health', patienceMs).catch(() => null)
  return answer?.status === 200 && answer.body.includes('"ok"')
}

function tryToListen(ip: string, port: number): Promise<Error | null> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', resolve)
    probe.listen({ host: ip, port, exclusive: true }, () => probe.close(() => resolve(null)))
  })
}

/** Not by connecting: that would take the keeper away from its daemon. The kernel lists the sockets that are bound. */
export function checkKeeperSocket(path: string): Finding[] {
  if (!existsSync(path)) return []
  try {
    const bound = readFileSync('/proc/net/unix', 'utf8').split('\n')
    if (bound.some(line => line.endsWith(` ${path}`)))
      return [ok('keeper', 'holds the terminals of the games')]
  } catch (error) {
    return [warning('keeper', `its socket cannot be looked at (${reasonOf(error)})`)]
  }
  const message = `${path} is left over from a keeper that was killed, and games that it held have ended; start the daemon, which makes a new one`
  return [warning('keeper', message)]
}
