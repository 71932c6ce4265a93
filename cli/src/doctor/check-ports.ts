// Checks whether a port can be listened on, or is in use already.

import { createServer } from 'node:net'
import { askPanel, type PanelPlace } from '../ask-panel.ts'
import { type Finding, ok, problem, reasonOf } from './finding.ts'

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
