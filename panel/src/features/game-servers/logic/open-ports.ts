// Which ports of a new game server nobody has chosen yet, and where to look for each of them.

import { type PortName, portNames } from '@rookery/contracts/template.ts'
import type { PortPlan } from './claimed-ports.ts'

export type GivenPorts = Partial<Record<PortName, number>>

export interface OpenPort {
  /** A named port, or the variable that holds a further one. */
  place: PortName | { variable: string }
  preferred: number
  protocol: 'tcp' | 'udp' | 'both'
  also: { plus: number; protocol: string }[]
}

/** `variables` are those that somebody has chosen. */
export function openPorts(
  plan: PortPlan,
  given: GivenPorts,
  variables: Readonly<Record<string, string>>,
): OpenPort[] {
  const further = plan.extra_ports ?? []
  const named = portNames.flatMap(place => {
    const port = plan.ports[place]
    if (!port || given[place] !== undefined || sharedWith(plan, place)) return []
    const steps = place === 'game' ? further : []
    const also = steps.flatMap(({ game_plus, protocol }) =>
      game_plus === undefined ? [] : [{ plus: game_plus, protocol }],
    )
    return [{ place, preferred: port.default, protocol: port.protocol, also }]
  })
  const inVariables = further.flatMap(({ variable, protocol }) => {
    const preferred = Number(plan.variables.find(({ name }) => name === variable)?.default)
    const isOpen = variable !== undefined && !variables[variable] && preferred >= 1 && preferred <= 65_535
    return isOpen ? [{ place: { variable }, preferred, protocol, also: [] }] : []
  })
  return [...named, ...inVariables]
}

/** Names that have one number in the template have one number on every game server. */
function sharedWith(plan: PortPlan, name: PortName): PortName | undefined {
  const before = portNames.slice(0, portNames.indexOf(name))
  return before.find(other => plan.ports[other] && plan.ports[other].default === plan.ports[name]?.default)
}

export interface ChosenPorts {
  port: number
  queryPort: number | null
  rconPort: number | null
  /** Further ports that were chosen, by variable. */
  variables: Record<string, string>
}

/** `found` has one number for each of `open`, in its order. */
export function chosenPorts(
  plan: PortPlan,
  given: GivenPorts,
  open: readonly OpenPort[],
  found: readonly number[],
): ChosenPorts {
  const numbers: GivenPorts = { ...given }
  const variables: Record<string, string> = {}
  open.forEach(({ place }, index) => {
    const port = found[index] ?? 0
    if (typeof place === 'string') numbers[place] = port
    else variables[place.variable] = String(port)
  })
  const numberOf = (name: PortName): number | null => {
    if (!plan.ports[name]) return null
    const shared = sharedWith(plan, name)
    return numbers[name] ?? (shared ? numberOf(shared) : null)
  }
  return {
    port: numberOf('game') ?? plan.ports.game.default,
    queryPort: numberOf('query'),
    rconPort: numberOf('rcon'),
    variables,
  }
}
