// What each placeholder of a template stands for on one game server.

import { portNames, type Template } from '@rookery/contracts/template.ts'
import { plainName } from './game-text.ts'
import { extraPorts, type PortValues, portNumber } from './port-numbers.ts'

const megabyte = 1024 * 1024

interface PlaceholderInput extends PortValues {
  uuid: string
  name: string
  nodeName?: string
  processManager: string
  rconPassword: string
  memoryLimitBytes: number | null
}

const isInContainer = ({ processManager }: PlaceholderInput) =>
  processManager === 'docker' || processManager === 'podman'

/** The node's own `{runtime.node}` and `{found.…}` are not among them: they travel on. */
export function placeholderValues(template: Template, values: PlaceholderInput): Map<string, string> {
  return new Map([
    ['server.name', values.name],
    ['server.plain_name', plainName(values.name)],
    ['server.uuid', values.uuid],
    ['server.ip', values.ip],
    ['server.bind_ip', isInContainer(values) ? '0.0.0.0' : values.ip],
    ['server.memory_mb', String(Math.floor((values.memoryLimitBytes ?? 0) / megabyte))],
    ['node.name', values.nodeName ?? ''],
    ['rcon.password', values.rconPassword],
    ...portNames.map((name): [string, string] => [`port.${name}`, String(portNumber(name, values))]),
    ...extraPorts(template, values).map(({ name, port }): [string, string] => [`port.${name}`, String(port)]),
    ...template.variables.map(({ name, default: initial }): [string, string] => [
      `var.${name}`,
      values.variables[name] ?? initial,
    ]),
  ])
}
