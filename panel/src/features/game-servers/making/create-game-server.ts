// POST /api/servers: checks the wishes against template and node, and says what the new game server begins with.

import { defaultCrashPolicy } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { createGameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { invalidField } from '../../../platform/panel-error.ts'
import { unsealedSecret } from '../../../platform/secret.ts'
import type { StoredNode } from '../../nodes/nodes.ts'
import { refuse } from '../change-choices.ts'
import { usesRconPassword, wishProblems } from '../change-game-server.ts'
import { limitProblems } from '../logic/held-limits.ts'
import { imageProblem } from '../logic/images.ts'
import {
  changeProblems,
  initialProblems,
  initialValues,
  type Problems,
  secretThatFits,
} from '../logic/variable-values.ts'
import type { Draft, DraftTask } from './make-game-server.ts'

export type GameServerWishes = BodyOf<typeof createGameServer>

interface Found {
  node: StoredNode
  templateId: number
  template: Template
  random(bytes: number): Buffer
}

/** Everything that can be refused before the ports are known is refused here. */
export function draftOf(wishes: GameServerWishes, { node, templateId, template, random }: Found): Draft {
  if (!node.enabled) throw invalidField('node_id', 'this node is switched off')
  const processManager = wishes.process_manager ?? usualManager(template, node)
  const chosen = wishes.variables ?? {}
  const variables = initialValues(template, chosen, variable => secretThatFits(variable, random(32)))
  refuse(creationProblems({ ...wishes, process_manager: processManager }, node, template, variables))
  const rconPassword = wishes.rcon_password || random(18).toString('base64url')
  return {
    nodeId: node.id,
    templateId,
    template,
    given: { game: wishes.port, query: wishes.query_port, rcon: wishes.rcon_port },
    chosenVariables: chosen,
    choices: {
      name: wishes.name,
      ip: wishes.ip ?? node.ips[0] ?? '127.0.0.1',
      rconPassword: unsealedSecret(usesRconPassword(template) ? rconPassword : ''),
      tags: wishes.tags ?? [],
      variables,
      memoryLimitBytes: wishes.memory_limit_bytes ?? null,
      cpuLimitPercent: wishes.cpu_limit_percent ?? null,
      diskLimitBytes: wishes.disk_limit_bytes ?? null,
      processManager,
      image: wishes.image ?? null,
      autostart: true,
      updateBeforeStart: false,
      crashPolicy: defaultCrashPolicy,
    },
  }
}

/** The first that both have; where they have none in common, the refusal names what they have. */
export function usualManager(
  { process_managers }: Template,
  { runtimes }: StoredNode,
): Draft['choices']['processManager'] {
  const common = process_managers.find(name => runtimes.length === 0 || runtimes.includes(name))
  return common ?? process_managers[0] ?? 'process'
}

type ManagedWishes = Omit<GameServerWishes, 'process_manager'> & { process_manager: string }

function creationProblems(
  wishes: ManagedWishes,
  node: StoredNode,
  template: Template,
  variables: Record<string, string>,
): Problems {
  const creator = { isAdministrator: true, mayChangeSettings: true }
  // A secret that was left empty has been made up by now.
  const chosen = Object.fromEntries(
    Object.entries(wishes.variables ?? {}).map(([name, value]) => [name, variables[name] ?? value]),
  )
  const aboutImage = wishes.image === undefined ? null : imageProblem(template, wishes.image)
  return {
    ...wishProblems(wishes, node, template),
    ...limitProblems(wishes, wishes.process_manager),
    ...(aboutImage && { image: [aboutImage] }),
    ...initialProblems(template, variables),
    ...changeProblems(template, chosen, creator),
  }
}

export function tasksOf({ install, start }: GameServerWishes): DraftTask[] {
  if (!install) return []
  return start ? [{ kind: 'install' }, { kind: 'start' }] : [{ kind: 'install' }]
}
