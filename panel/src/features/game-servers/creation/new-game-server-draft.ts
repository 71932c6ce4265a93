// POST /api/servers: checks the input against template and node, and says what the new game server begins with.

import { defaultCrashPolicy } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { createGameServer } from '@rookery/contracts/http/game-servers.ts'
import { enforcesPlan } from '@rookery/contracts/plan-items.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { invalidField } from '../../../platform/panel-error.ts'
import { unsealedSecret } from '../../../platform/secret.ts'
import type { StoredNode } from '../../nodes/nodes.ts'
import { type Bounds, newServerProblems } from '../../plans/plan-rules.ts'
import { inputProblems } from '../change-game-server.ts'
import { limitProblems } from '../logic/held-limits.ts'
import { imageProblem } from '../logic/images.ts'
import { usesRconPassword } from '../logic/rcon-password.ts'
import {
  changeProblems,
  initialProblems,
  initialValues,
  type Problems,
  secretThatFits,
} from '../logic/variable-values.ts'
import { refuse } from '../save-changes.ts'
import type { Draft, DraftTask } from './create-game-server.ts'

export type GameServerInput = BodyOf<typeof createGameServer>

interface Found {
  /** Named, or chosen by the panel. */
  node: StoredNode
  templateId: number
  template: Template
  /** The plan of a person who creates it for themselves; null: an administrator does. */
  bounds: Bounds | null
  random(bytes: number): Buffer
}

/** Everything that can be refused before the ports are known is refused here. */
export function newGameServerDraft(
  input: GameServerInput,
  { node, templateId, template, bounds, random }: Found,
): Draft {
  if (!node.enabled) throw invalidField('node_id', 'this node is switched off')
  const processManager = input.process_manager ?? usualManager(template, node, bounds)
  const chosen = input.variables ?? {}
  const variables = initialValues(template, chosen, variable => secretThatFits(variable, random(32)))
  const limits = limitsIn(input)
  const placed = { nodeId: node.id, templateId, processManager, ...limits }
  refuse({
    ...creationProblems({ ...input, process_manager: processManager }, { node, template, bounds }, variables),
    ...(bounds && newServerProblems(bounds, placed)),
  })
  const rconPassword = input.rcon_password || random(18).toString('base64url')
  return {
    nodeId: node.id,
    templateId,
    template,
    given: { game: input.port, query: input.query_port, rcon: input.rcon_port },
    chosenVariables: chosen,
    choices: {
      name: input.name,
      ip: input.ip ?? node.ips[0] ?? '127.0.0.1',
      rconPassword: unsealedSecret(usesRconPassword(template) ? rconPassword : ''),
      description: input.description ?? '',
      tags: input.tags ?? [],
      variables,
      ...limits,
      processManager,
      image: input.image ?? null,
      autostart: true,
      updateBeforeStart: false,
      crashPolicy: defaultCrashPolicy,
      heldTemplate: null,
      externalId: input.external_id ?? null,
    },
  }
}

function limitsIn(input: GameServerInput) {
  return {
    memoryLimitBytes: input.memory_limit_bytes ?? null,
    cpuLimitPercent: input.cpu_limit_percent ?? null,
    diskLimitBytes: input.disk_limit_bytes ?? null,
  }
}

/** The first that both have, and that a plan takes; where there is none, the refusal names what they have. */
export function usualManager(
  { process_managers }: Template,
  { runtimes }: StoredNode,
  bounds: Bounds | null = null,
): Draft['choices']['processManager'] {
  const common = process_managers.filter(name => runtimes.length === 0 || runtimes.includes(name))
  const taken = common.find(name => bounds === null || enforcesPlan(name, bounds))
  return taken ?? common[0] ?? process_managers[0] ?? 'process'
}

type ManagedInput = Omit<GameServerInput, 'process_manager'> & { process_manager: string }

function creationProblems(
  input: ManagedInput,
  { node, template, bounds }: Pick<Found, 'node' | 'template' | 'bounds'>,
  variables: Record<string, string>,
): Problems {
  const creator = { isAdministrator: bounds === null, mayChangeSettings: true }
  // A secret that was left empty has been made up by now.
  const chosen = Object.fromEntries(
    Object.entries(input.variables ?? {}).map(([name, value]) => [name, variables[name] ?? value]),
  )
  const aboutImage = input.image === undefined ? null : imageProblem(template, input.image)
  return {
    ...inputProblems(input, node, template),
    // Of a plan that only counts, limits are sums and no promise.
    ...(!bounds?.countedOnly && limitProblems(input, input.process_manager)),
    ...(aboutImage && { image: [aboutImage] }),
    ...initialProblems(template, variables),
    ...changeProblems(template, chosen, creator),
  }
}

export function tasksOf({ install, start }: GameServerInput): DraftTask[] {
  if (!install) return []
  return start ? [{ kind: 'install' }, { kind: 'start' }] : [{ kind: 'install' }]
}
