// Turns a template and one game server's own values into the definition that its node obeys.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { Template } from '@rookery/contracts/template.ts'
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
  autostart: boolean
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
    secrets: values.rconPassword === '' ? [] : [values.rconPassword],
  }
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
