// Takes up a game server that only its node knows: what the panel stores of it, made from the node's definition.

import { defaultCrashPolicy } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { UnknownGameServer } from '@rookery/contracts/daemon/unknown-game-server.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { AdoptedGameServer, adoptUnknownServer } from '@rookery/contracts/http/unknown-servers.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { unsealedSecret } from '../../../platform/secret.ts'
import type { StoredNode } from '../../nodes/nodes.ts'
import { usesRconPassword } from '../logic/rcon-password.ts'
import { initialValues, secretThatFits } from '../logic/variable-values.ts'
import type { Draft } from './create-game-server.ts'
import { usualManager } from './new-game-server-draft.ts'

interface Found {
  input: BodyOf<typeof adoptUnknownServer>
  node: StoredNode
  templateId: number
  template: Template
  random(bytes: number): Buffer
}

export function adoptionDraft(
  { uuid, definition }: UnknownGameServer,
  { input, node, templateId, template, random }: Found,
): Draft {
  const origin = definition?.origin ?? null
  const made = usesRconPassword(template) ? random(18).toString('base64url') : ''
  return {
    nodeId: node.id,
    templateId,
    template,
    adopted: { uuid, placementEpoch: (definition?.placement_epoch ?? 0) + 1 },
    given: {
      game: input.port ?? origin?.port ?? definition?.ports[0]?.port,
      query: input.query_port ?? origin?.query_port ?? undefined,
      rcon: input.rcon_port ?? origin?.rcon_port ?? undefined,
    },
    chosenVariables: origin?.variables ?? {},
    choices: {
      name: input.name ?? definition?.name ?? uuid,
      ip: origin?.ip ?? node.ips[0] ?? '127.0.0.1',
      rconPassword: unsealedSecret(origin?.rcon_password ?? made),
      description: '',
      tags: origin?.tags ?? [],
      variables: initialValues(template, origin?.variables ?? {}, variable =>
        secretThatFits(variable, random(32)),
      ),
      memoryLimitBytes: definition?.limits.memory_bytes ?? null,
      cpuLimitPercent: definition?.limits.cpu_percent ?? null,
      diskLimitBytes: definition?.limits.disk_bytes ?? null,
      processManager: definition?.process_manager ?? usualManager(template, node),
      image: origin?.image ?? null,
      autostart: definition?.autostart ?? false,
      updateBeforeStart: definition?.update_before_start ?? false,
      crashPolicy: definition?.crash_policy ?? defaultCrashPolicy,
      heldTemplate: null,
      externalId: null,
    },
  }
}

/** What the node cannot tell: people must set it again. */
export function notRestored({ definition }: UnknownGameServer): AdoptedGameServer['not_restored'] {
  return [
    ...(definition?.origin ? [] : (['settings'] as const)),
    ...(definition && definition.schedule_count > 0 ? (['schedules'] as const) : []),
    'permissions',
  ]
}
