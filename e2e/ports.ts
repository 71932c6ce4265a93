// Ports for stories that run beside each other: each worker has its own, and none is one that the system hands out by itself.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

interface PortRange {
  first: number
  count: number
}

/** Well below 32768, from where on the system gives ports to whoever asks for any. */
const programs: PortRange = { first: 20_000, count: 4_900 }
/** Beside the demo game's own 27700, which is left to those who choose no port. */
const games: PortRange = { first: 27_000, count: 700 }

/**
 * Of the product that stories share, where a game server that is stopped keeps its ports, and a clone gets those behind
 * its model's: three of every twenty are given out.
 */
const sharedGames: PortRange = { first: 25_000, count: 2_000 }

const shares = 7
const ownShare = Number(process.env.VITEST_POOL_ID ?? 0) % shares

function ownPartOf({ first, count }: PortRange): PortRange {
  const size = count / shares
  return { first: first + ownShare * size, count: size }
}

function* portsOf({ first, count }: PortRange): Generator<number, never> {
  // What an earlier run has left behind may still be there: it begins anywhere.
  for (let step = Math.floor(Math.random() * count); ; step += 1) yield first + (step % count)
}

function* spacedPortsOf({ first, count }: PortRange): Generator<number, never> {
  const starts = portsOf({ first: 0, count: count / 20 })
  for (;;) {
    const start = first + starts.next().value * 20
    yield* [start, start + 1, start + 2]
  }
}

const programPorts = portsOf(ownPartOf(programs))
const gamePorts = portsOf(ownPartOf(games))
const sharedGamePorts = spacedPortsOf(sharedGames)

/** A port for a program that is started later; nobody else is given it meanwhile. */
export const freePort = (): Promise<number> => nextFree(programPorts)

export type GamePorts = Awaited<ReturnType<typeof gamePortsFrom>>

/** Two game servers of two stories would otherwise both take the first that is free, and one would crash. */
export const freeGamePorts = () => gamePortsFrom(gamePorts)

/** Asked for by the process that starts the shared product alone. */
export const freeSharedGamePorts = () => gamePortsFrom(sharedGamePorts)

async function gamePortsFrom(ports: Generator<number, never>) {
  return { port: await nextFree(ports), query_port: await nextFree(ports), rcon_port: await nextFree(ports) }
}

async function nextFree(ports: Generator<number, never>): Promise<number> {
  for (;;) {
    const port = ports.next().value
    if ((await isTcpFree(port)) && (await isUdpFree(port))) return port
  }
}

async function isTcpFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, '0.0.0.0')
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    if (probe.listening) await new Promise(resolve => probe.close(resolve))
  }
}

async function isUdpFree(port: number): Promise<boolean> {
  const probe = createSocket('udp4')
  try {
    probe.bind(port, '0.0.0.0')
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    await new Promise<void>(resolve => probe.close(resolve))
  }
}
