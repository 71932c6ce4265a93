// Turns a template and one game server's own values into the definition that its node obeys.

import type { CrashPolicy, GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { type PortName, portNames, type Template } from '@rookery/contracts/template.ts'
import { fillPlaceholders } from './fill-placeholders.ts'

export interface GameServerValues {
  uuid: string
  name: string
  processManager: GameServerDefinition['process_manager']
  ip: string
  port: number
  queryPort: number | null
  rconPort: number | null
  rconPassword: string
  variables: Record<string, string>
  memoryLimitBytes: number | null
  cpuLimitPercent: number | null
  autostart: boolean
  crashPolicy: CrashPolicy
}

export function renderDefinition(template: Template, values: GameServerValues): GameServerDefinition {
  const known = knownValues(template, values)
  // The daemon alone knows its own runtime: that placeholder travels on.
  const fill = (text: string) => fillPlaceholders(text, name => known.get(name) ?? `{${name}}`)
  return {
    uuid: values.uuid,
    name: values.name,
    process_manager: values.processManager,
    command: template.command.map(fill),
    environment: Object.fromEntries(
      Object.entries(template.environment).map(([name, text]) => [name, fill(text)]),
    ),
    install: template.install.map(step =>
      step.do === 'write-file' ? { ...step, content: fill(step.content) } : step,
    ),
    ready: template.ready,
    stop: template.stop,
    autostart: values.autostart,
    limits: { memory_bytes: values.memoryLimitBytes, cpu_percent: values.cpuLimitPercent },
    ports: listenedPorts(template, values),
    container: template.container ?? null,
    crash_policy: values.crashPolicy,
    secrets: values.rconPassword === '' ? [] : [values.rconPassword],
  }
}

/** Each port once, also where two of the template's names share a number. */
function listenedPorts(template: Template, values: GameServerValues): GameServerDefinition['ports'] {
  const numbers: Record<PortName, number | null> = {
    game: values.port,
    query: values.queryPort,
    rcon: values.rconPort,
  }
  const listened = portNames.flatMap(name => {
    const [protocol, port] = [template.ports[name]?.protocol, numbers[name]]
    if (!protocol || port === null) return []
    const protocols = protocol === 'both' ? (['tcp', 'udp'] as const) : [protocol]
    return protocols.map(one => ({ ip: values.ip, port, protocol: one }))
  })
  return listened.filter(
    ({ port, protocol }, index) =>
      listened.findIndex(other => other.port === port && other.protocol === protocol) === index,
  )
}

function knownValues(template: Template, values: GameServerValues): Map<string, string> {
  const known = new Map([
    ['server.name', values.name],
    ['server.uuid', values.uuid],
    ['server.ip', values.ip],
    ['port.game', String(values.port)],
    ['port.query', String(values.queryPort ?? values.port)],
    ['port.rcon', String(values.rconPort ?? values.port)],
    ['rcon.password', values.rconPassword],
  ])
  for (const variable of template.variables) {
    known.set(`var.${variable.name}`, values.variables[variable.name] ?? variable.default)
  }
  return known
}
