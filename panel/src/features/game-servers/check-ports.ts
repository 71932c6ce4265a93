// Whether a game server could have other ports: by what the panel knows of its neighbors, and by what its node says.

import type { QueryOf } from '@rookery/contracts/http/endpoint.ts'
import { type checkPorts, type PortCheck, portFields } from '@rookery/contracts/http/port-check.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { FindPorts } from './creation/find-ports.ts'
import type { GameServersStore } from './game-servers-store.ts'
import { type ClaimedPort, claimedPorts, clashesWithin } from './logic/claimed-ports.ts'
import type { TemplateOf } from './ready-settings.ts'
import { readableValues } from './secret-values.ts'
import type { StoredGameServer } from './stored-game-server.ts'

interface CheckPortsDeps {
  store: Pick<GameServersStore, 'neighborsOf'>
  templateOf: TemplateOf
  findPorts: FindPorts
  link: Pick<DaemonLink, 'isOnline'>
}

export type PortInput = QueryOf<typeof checkPorts>

export function createCheckPorts({ store, templateOf, findPorts, link }: CheckPortsDeps) {
  /** The port that the node would give instead; the same one is free. */
  async function nextFree(
    { id, nodeId }: StoredGameServer,
    claims: readonly ClaimedPort[],
    taken: number[],
  ): Promise<number | null> {
    const [first, ...others] = claims
    if (!first) return null
    const also = others.map(({ port, protocol }) => ({ plus: port - first.port, protocol }))
    const open = { place: 'game' as const, preferred: first.port, protocol: first.protocol, also }
    try {
      const [found = null] = await findPorts(nodeId, [open], taken, id)
      return found
    } catch (error) {
      if (error instanceof PanelError) return null
      throw error
    }
  }

  return async (server: StoredGameServer, input: PortInput): Promise<PortCheck[]> => {
    const template = await templateOf(server)
    const variables = readableValues(server.variables)
    const present = claimedPorts(template, { ...server, variables })
    const wanted = claimedPorts(template, {
      port: input.port ?? server.port,
      queryPort: input.query_port ?? server.queryPort,
      rconPort: input.rcon_port ?? server.rconPort,
      variables,
    })
    const neighbors = (await store.neighborsOf(server.nodeId)).filter(({ id }) => id !== server.id)
    const holders = new Map(
      neighbors.flatMap(other =>
        claimedPorts(other.plan, other).map(({ port }) => [port, other.name] as const),
      ),
    )
    const own = new Set(present.map(({ port }) => port))

    const checkOne = async (field: (typeof portFields)[number], port: number): Promise<PortCheck> => {
      const claims = wanted.filter(claim => claim.field === field)
      const holder = claims.map(claim => holders.get(claim.port)).find(name => name !== undefined) ?? null
      const found = { field, port, server_name: holder, suggestion: null }
      const others = wanted.filter(claim => claim.field !== field).map(claim => claim.port)
      if (clashesWithin(template, wanted, field)) {
        return { ...found, status: 'same', suggestion: await nextFree(server, claims, others) }
      }
      if (holder === null && claims.every(claim => own.has(claim.port))) return { ...found, status: 'own' }
      // One that the template makes the same port stays free for it.
      const free = await nextFree(
        server,
        claims,
        others.filter(other => other !== port),
      )
      const suggestion = free === port ? null : free
      if (holder !== null) return { ...found, status: 'server', suggestion }
      if (!link.isOnline(server.nodeId) || free === null) return { ...found, status: 'unchecked' }
      return free === port ? { ...found, status: 'free' } : { ...found, status: 'program', suggestion }
    }

    const asked = portFields.flatMap(field => {
      const port = input[field]
      return port === undefined ? [] : [{ field, port }]
    })
    return Promise.all(asked.map(({ field, port }) => checkOne(field, port)))
  }
}
