// Which ports a game server has for itself: its named ones, and the further ones that its template tells.

import { type PortName, portNames } from '@rookery/contracts/template.ts'
import * as z from 'zod'

const protocol = z.enum(['tcp', 'udp', 'both'])
const namedPort = z.object({ protocol, default: z.int() })

/** What tells the ports of a template, however it was stored: one of an earlier time has no further ports. */
export const portPlan = z.object({
  ports: z.object({ game: namedPort, query: namedPort.optional(), rcon: namedPort.optional() }),
  extra_ports: z
    .array(
      z.object({
        name: z.string(),
        protocol,
        game_plus: z.int().optional(),
        variable: z.string().optional(),
      }),
    )
    .optional(),
  variables: z.array(z.object({ name: z.string(), default: z.string() })),
})
export type PortPlan = z.output<typeof portPlan>

export interface PortValues {
  port: number
  queryPort: number | null
  rconPort: number | null
  variables: Record<string, string>
}

export interface ClaimedPort {
  /** `game`, `query`, `rcon`, or the name of a further one. */
  name: string
  port: number
  protocol: 'tcp' | 'udp' | 'both'
  /** The field of a request that would change it. */
  field: string
}

/** A game server on the same node. */
export interface Neighbor extends PortValues {
  id: number
  name: string
  plan: PortPlan
}

const fields: Record<PortName, string> = { game: 'port', query: 'query_port', rcon: 'rcon_port' }

export function claimedPorts(plan: PortPlan, values: PortValues): ClaimedPort[] {
  const numbers: Record<PortName, number | null> = {
    game: values.port,
    query: values.queryPort,
    rcon: values.rconPort,
  }
  const named = portNames.flatMap(name => {
    const [wanted, port] = [plan.ports[name], numbers[name]]
    return wanted && port !== null ? [{ name, port, protocol: wanted.protocol, field: fields[name] }] : []
  })
  return [...named, ...furtherPorts(plan, values)]
}

function furtherPorts(plan: PortPlan, values: PortValues): ClaimedPort[] {
  return (plan.extra_ports ?? []).flatMap(({ name, protocol, game_plus, variable }) => {
    if (game_plus !== undefined) return [{ name, protocol, port: values.port + game_plus, field: 'port' }]
    const port = variable === undefined ? null : portInVariable(plan, values.variables, variable)
    return port === null ? [] : [{ name, protocol, port, field: `variables.${variable}` }]
  })
}

/** Null where the variable does not hold a port now. */
function portInVariable(plan: PortPlan, variables: Record<string, string>, name: string): number | null {
  const text = variables[name] ?? plan.variables.find(variable => variable.name === name)?.default ?? ''
  const port = Number(text)
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : null
}

/** What is wrong with a game server's ports, by field; `ownId` is not its own neighbor. */
export function portProblems(
  plan: PortPlan,
  values: PortValues,
  neighbors: readonly Neighbor[],
  ownId: number | null = null,
): Record<string, string[]> {
  const taken = new Map<number, string>()
  for (const other of neighbors) {
    if (other.id === ownId) continue
    for (const { port } of claimedPorts(other.plan, other)) taken.set(port, other.name)
  }
  const own = claimedPorts(plan, values)
  const problems: Record<string, string[]> = {}
  const publish = (field: string, message: string) => {
    problems[field] = [...(problems[field] ?? []), message]
  }
  own.forEach((claim, index) => {
    const { name, port, field } = claim
    const holder = taken.get(port)
    if (port < 1 || port > 65_535) publish(field, `the ${name} port would be ${port}, which is no port`)
    else if (holder !== undefined) {
      publish(field, `port ${port} (${name}) belongs to another game server on this node: ${holder}`)
    }
    const same = own.slice(0, index).find(other => clash(plan, other, claim))
    if (same) publish(field, `port ${port} is already its ${same.name} port`)
  })
  return problems
}

/** Two ports of one game server that cannot be the same one. */
const clash = (plan: PortPlan, one: ClaimedPort, other: ClaimedPort): boolean =>
  one.port === other.port && meets(one, other) && !sharesByPlan(plan, one, other)

/** Whether a port that this field of a request would change is also another one of the same game server. */
export const clashesWithin = (plan: PortPlan, claims: readonly ClaimedPort[], field: string): boolean =>
  claims.some(one => one.field === field && claims.some(other => other !== one && clash(plan, one, other)))

function meets(one: ClaimedPort, other: ClaimedPort): boolean {
  return one.protocol === 'both' || other.protocol === 'both' || one.protocol === other.protocol
}

/** Two names that have one number in the template are one port of the game. */
function sharesByPlan(plan: PortPlan, one: ClaimedPort, other: ClaimedPort): boolean {
  const [first, second] = [plan.ports[one.name as PortName], plan.ports[other.name as PortName]]
  return first !== undefined && first.default === second?.default
}
