// POST /api/servers: checks the wishes against template and node, finds free ports, stores it, and queues the work.

import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { createGameServer } from '@rookery/contracts/http/game-servers.ts'
import { portNames, type Template } from '@rookery/contracts/template.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { StoredNode } from '../nodes/nodes.ts'
import { isMatching } from '../templates/logic/check-template.ts'
import type { NewGameServer } from './game-servers-store.ts'

export type GameServerWishes = BodyOf<typeof createGameServer>

interface Found {
  node: StoredNode
  templateId: number
  template: Template
  uuid: string
  rconPassword: string
  /** Free ports for what the wishes leave open, by name. */
  ports: Partial<Record<'game' | 'query' | 'rcon', number>>
}

/** Everything that can be refused is refused here, before anything is written. */
export function checkWishes(wishes: GameServerWishes, node: StoredNode, template: Template): void {
  if (!node.enabled) throw invalidField('node_id', 'this node is switched off')
  const manager = wishes.process_manager ?? template.process_managers[0]
  if (!template.process_managers.some(name => name === manager)) {
    throw invalidField(
      'process_manager',
      `${template.name} runs with ${template.process_managers.join(', ')}`,
    )
  }
  if (node.runtimes.length > 0 && manager && !node.runtimes.includes(manager)) {
    throw invalidField('process_manager', `this node offers ${node.runtimes.join(', ')}`)
  }
  checkVariables(wishes.variables ?? {}, template)
}

function checkVariables(values: Record<string, string>, template: Template): void {
  const problems: Record<string, string[]> = {}
  for (const [name, value] of Object.entries(values)) {
    const variable = template.variables.find(known => known.name === name)
    if (!variable) problems[`variables.${name}`] = ['this template has no such variable']
    else if (!isMatching(variable.pattern, value))
      problems[`variables.${name}`] = [`must be ${variable.hint}`]
  }
  if (Object.keys(problems).length > 0) throw new PanelError('invalid_input', { fields: problems })
}

export function wishedPorts(wishes: GameServerWishes): Record<'game' | 'query' | 'rcon', number | undefined> {
  return { game: wishes.port, query: wishes.query_port, rcon: wishes.rcon_port }
}

/** Ports that the wishes leave open but the template needs. */
export function openPorts(wishes: GameServerWishes, template: Template): ('game' | 'query' | 'rcon')[] {
  const wished = wishedPorts(wishes)
  return portNames.filter(name => template.ports[name] !== undefined && wished[name] === undefined)
}

export function newGameServer(wishes: GameServerWishes, found: Found): NewGameServer {
  const { node, template } = found
  const wished = wishedPorts(wishes)
  const portOf = (name: 'game' | 'query' | 'rcon') =>
    template.ports[name] === undefined ? null : (wished[name] ?? found.ports[name] ?? null)
  const variables = Object.fromEntries(
    template.variables.map(({ name, default: initial }) => [name, wishes.variables?.[name] ?? initial]),
  )
  return {
    uuid: found.uuid,
    name: wishes.name,
    nodeId: node.id,
    templateId: found.templateId,
    state: 'not_installed',
    ip: wishes.ip ?? node.ips[0] ?? '127.0.0.1',
    port: portOf('game') ?? template.ports.game.default,
    queryPort: portOf('query'),
    rconPort: portOf('rcon'),
    rconPassword: template.ports.rcon ? wishes.rcon_password || found.rconPassword : '',
    tags: wishes.tags ?? [],
    variables,
    memoryLimitBytes: wishes.memory_limit_bytes ?? null,
    cpuLimitPercent: wishes.cpu_limit_percent ?? null,
    processManager: wishes.process_manager ?? template.process_managers[0] ?? 'process',
    autostart: true,
  }
}
