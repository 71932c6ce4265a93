// PUT /api/servers/{server}: name, address, ports, limits and process manager; they act from the next start on.

import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { changeGameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { unsealedSecret } from '../../platform/secret.ts'
import type { StoredNode } from '../nodes/nodes.ts'
import { type Bounds, enforcementProblems, missingLimits } from '../plans/plan-rules.ts'
import { type BoundedInput, limitProblems } from './logic/held-limits.ts'
import { rconPasswordProblem, usesRconPassword } from './logic/rcon-password.ts'
import type { Problems } from './logic/variable-values.ts'
import { type Choose, refuse } from './save-changes.ts'
import { comparable } from './secret-values.ts'
import type { StoredGameServer } from './stored-game-server.ts'

export type GameServerChanges = BodyOf<typeof changeGameServer>

interface ManagedInput extends BoundedInput {
  process_manager?: string | undefined
  query_port?: number | undefined
  rcon_port?: number | undefined
  rcon_password?: string | undefined
}

/** What two people may change at once. */
export function editedDetails(server: StoredGameServer) {
  const { name, description, ip, port, queryPort, rconPort, rconPassword } = comparable(server)
  const { processManager, memoryLimitBytes, cpuLimitPercent, diskLimitBytes, tags, owner } = server
  const limits = { processManager, memoryLimitBytes, cpuLimitPercent, diskLimitBytes }
  return {
    name,
    description,
    ip,
    port,
    queryPort,
    rconPort,
    rconPassword,
    ...limits,
    tags,
    ownerId: owner?.id ?? null,
    externalId: server.externalId,
    suspended: server.suspended,
  }
}

/** `bounds`: the plan of an owner; null: no plan bounds whoever asks. */
export function chooseChanges(input: GameServerChanges, node: StoredNode, bounds: Bounds | null): Choose {
  return (present, template) => {
    const { rconPassword } = present
    const manager = input.process_manager ?? present.processManager
    refuse({
      ...inputProblems(input, node, template, rconPassword.isReadable ? rconPassword.reveal() : ''),
      ...(!bounds?.countedOnly && limitProblems(newLimits(input, present), manager)),
    })
    const orAsItIs = <Value>(requested: Value | undefined, value: Value) =>
      requested === undefined ? value : requested
    const limits = {
      memoryLimitBytes: orAsItIs(input.memory_limit_bytes, present.memoryLimitBytes),
      cpuLimitPercent: orAsItIs(input.cpu_limit_percent, present.cpuLimitPercent),
      diskLimitBytes: orAsItIs(input.disk_limit_bytes, present.diskLimitBytes),
    }
    if (bounds && isAboutLimits(input)) {
      refuse({ ...missingLimits(bounds, limits), ...enforcementProblems(bounds, present) })
    }
    return {
      name: orAsItIs(input.name, present.name),
      description: orAsItIs(input.description, present.description),
      ip: orAsItIs(input.ip, present.ip),
      port: orAsItIs(input.port, present.port),
      queryPort: orAsItIs(input.query_port, present.queryPort),
      rconPort: orAsItIs(input.rcon_port, present.rconPort),
      rconPassword:
        input.rcon_password === undefined ? present.rconPassword : unsealedSecret(input.rcon_password),
      processManager: orAsItIs(input.process_manager, present.processManager),
      ...limits,
      tags: orAsItIs(input.tags, present.tags),
      externalId: orAsItIs(input.external_id, present.externalId),
    }
  }
}

export const limitFields = ['memory_limit_bytes', 'cpu_limit_percent', 'disk_limit_bytes'] as const

export const isAboutLimits = (input: GameServerChanges): boolean =>
  limitFields.some(field => input[field] !== undefined)

/** A limit that stays as it is, under the same manager, is no change; under another one it is. */
function newLimits(input: GameServerChanges, present: Parameters<Choose>[0]): BoundedInput {
  const isMoved = input.process_manager !== undefined && input.process_manager !== present.processManager
  const { memory_limit_bytes: memory = present.memoryLimitBytes } = input
  const { cpu_limit_percent: cpu = present.cpuLimitPercent } = input
  return {
    memory_limit_bytes: isMoved || memory !== present.memoryLimitBytes ? memory : null,
    cpu_limit_percent: isMoved || cpu !== present.cpuLimitPercent ? cpu : null,
  }
}

/** What template and node do not offer, by field. An RCON password that is used already may stay as it is. */
export function inputProblems(
  input: ManagedInput,
  node: StoredNode,
  template: Template,
  presentRconPassword = '',
): Problems {
  const problems: Problems = {}
  const manager = input.process_manager
  if (manager !== undefined) {
    if (!template.process_managers.some(name => name === manager)) {
      problems.process_manager = [`${template.name} runs with ${template.process_managers.join(', ')}`]
    } else if (node.runtimes.length > 0 && !node.runtimes.includes(manager)) {
      problems.process_manager = [`this node offers ${node.runtimes.join(', ')}`]
    }
  }
  if (input.query_port !== undefined && !template.ports.query) {
    problems.query_port = [`${template.name} has no query port of its own`]
  }
  if (input.rcon_port !== undefined && !template.ports.rcon) {
    problems.rcon_port = [`${template.name} has no RCON port of its own`]
  }
  if (input.rcon_password && !usesRconPassword(template)) {
    problems.rcon_password = [`${template.name} has no RCON`]
  } else if (input.rcon_password && input.rcon_password !== presentRconPassword) {
    const problem = rconPasswordProblem(template, input.rcon_password)
    if (problem) problems.rcon_password = [problem]
  }
  return problems
}
