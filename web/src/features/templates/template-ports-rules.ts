// The ports of a template as its page lists them, and which of them have one number for the same protocol.

import type { Template } from '@rookery/contracts/template.ts'

export interface ListedPort {
  /** One of the three that every template may have, or the name of a further one. */
  name: string
  isNamed: boolean
  /** Null where a variable tells it and its default is none. */
  number: number | null
  /** As it is told where there is no number. */
  variable: string | null
  protocol: Template['ports']['game']['protocol']
}

type Plan = Pick<Template, 'ports' | 'extra_ports' | 'variables'>

const isPort = (number: number) => Number.isInteger(number) && number >= 1 && number <= 65_535

export function listedPorts({ ports, extra_ports: extra, variables }: Plan): ListedPort[] {
  const named = (['game', 'query', 'rcon'] as const).flatMap(name => {
    const port = ports[name]
    const listed = { name, isNamed: true, variable: null }
    return port ? [{ ...listed, number: port.default, protocol: port.protocol }] : []
  })
  const further = extra.map(({ name, protocol, game_plus: plus, variable = null }) => {
    const initial = Number(variables.find(each => each.name === variable)?.default || Number.NaN)
    const number = plus === undefined ? initial : ports.game.default + plus
    return { name, isNamed: false, number: isPort(number) ? number : null, variable, protocol }
  })
  return [...named, ...further]
}

const meets = (one: ListedPort, other: ListedPort) =>
  one.protocol === 'both' || other.protocol === 'both' || one.protocol === other.protocol

/** Pairs that no server can have as they are. The three named ones may share a number: then they are one port. */
export function clashingPorts(ports: readonly ListedPort[]): [ListedPort, ListedPort][] {
  return ports.flatMap((port, index) =>
    ports
      .slice(0, index)
      .filter(
        other =>
          port.number !== null &&
          port.number === other.number &&
          meets(port, other) &&
          !(port.isNamed && other.isNamed),
      )
      .map((other): [ListedPort, ListedPort] => [other, port]),
  )
}
