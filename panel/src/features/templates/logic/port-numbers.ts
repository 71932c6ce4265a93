// The numbers behind the ports that a template names, and those that the game listens on.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { type PortName, portNames, type Template } from '@rookery/contracts/template.ts'

export interface PortValues {
  ip: string
  port: number
  queryPort: number | null
  rconPort: number | null
  variables: Record<string, string>
}

type Protocol = Template['ports']['game']['protocol']

/** A game without a query or RCON port of its own answers on its game port. */
export function portNumber(name: PortName, { port, queryPort, rconPort }: PortValues): number {
  return { game: port, query: queryPort ?? port, rcon: rconPort ?? port }[name]
}

/** Those that come out as a port number: a value of a variable may be anything. */
export function extraPorts(
  template: Template,
  values: PortValues,
): { name: string; port: number; protocol: Protocol }[] {
  return template.extra_ports
    .map(({ name, protocol, game_plus, variable }) => {
      const initial = template.variables.find(one => one.name === variable)?.default
      const text = variable === undefined ? undefined : (values.variables[variable] ?? initial)
      return { name, protocol, port: text === undefined ? values.port + (game_plus ?? 0) : Number(text) }
    })
    .filter(({ port }) => Number.isInteger(port) && port >= 1 && port <= 65535)
}

/** Each port once, also where two names share a number. */
export function listenedPorts(template: Template, values: PortValues): GameServerDefinition['ports'] {
  const own = { game: values.port, query: values.queryPort, rcon: values.rconPort }
  const named = portNames.flatMap(name => {
    const [protocol, port] = [template.ports[name]?.protocol, own[name]]
    return protocol && port !== null ? [{ port, protocol }] : []
  })
  const listened = [...named, ...extraPorts(template, values)].flatMap(({ port, protocol }) => {
    const protocols = protocol === 'both' ? (['tcp', 'udp'] as const) : [protocol]
    return protocols.map(one => ({ ip: values.ip, port, protocol: one }))
  })
  return listened.filter(
    ({ port, protocol }, index) =>
      listened.findIndex(other => other.port === port && other.protocol === protocol) === index,
  )
}
