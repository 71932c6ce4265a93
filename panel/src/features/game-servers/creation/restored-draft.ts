// A game server made from a backup: the settings of its manifest, as another one with its own name, ports and secrets, or
// as the same one again.

import type { BackupManifest } from '@rookery/contracts/backups.ts'
import { gameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import type { StoredNode } from '../../nodes/nodes.ts'
import { restoredSchedules } from '../logic/restored-schedules.ts'
import { adoptionDraft } from './adoption-draft.ts'
import type { Draft } from './create-game-server.ts'
import { usualManager } from './new-game-server-draft.ts'

export interface RestoredServerInput {
  name: string
  node_id: number
  port?: number | undefined
  query_port?: number | undefined
  rcon_port?: number | undefined
}

/** Secrets are not in a manifest: variables without them are left out, the RCON password is empty. */
const settings = gameServerDefinition.pick({
  ...{ process_manager: true, autostart: true, update_before_start: true, limits: true },
  ...{ crash_policy: true, origin: true, placement_epoch: true },
})

interface Found {
  node: StoredNode
  templateId: number
  template: Template
  random(bytes: number): Buffer
}

export function restoredSettings({ definition }: BackupManifest) {
  const read = settings.safeParse(definition)
  const origin = read.data?.origin
  if (read.data && origin) return { ...read.data, origin }
  throw new PanelError('conflict', {
    message:
      'this backup does not say what its server was made of: create a server with the same template, and restore the files into it',
  })
}

export function restoredDraft(input: RestoredServerInput, manifest: BackupManifest, found: Found): Draft {
  const { origin, ...rest } = restoredSettings(manifest)
  const { node, template } = found
  const portVariables = template.extra_ports.map(({ variable }) => variable)
  const { adopted: _, ...draft } = adoptionDraft(
    {
      ...{ uuid: manifest.uuid, state: null, installed: false, removed_at_ms: null },
      definition: {
        ...rest,
        ...{ name: manifest.name, ports: [], placement_epoch: 1, schedule_count: 0 },
        // Addresses belong to a machine, and what is random is made anew.
        origin: null,
      },
    },
    { input: { name: input.name }, ...found },
  )
  const variables = { ...draft.choices.variables, ...origin.variables }
  const isKnownImage = template.container?.images.some(({ label }) => label === origin.image) ?? false
  return {
    ...draft,
    given: { game: input.port, query: input.query_port, rcon: input.rcon_port },
    schedules: restoredSchedules(manifest),
    // Further ports are found anew, too.
    chosenVariables: Object.fromEntries(
      Object.entries(origin.variables).filter(([name]) => !portVariables.includes(name)),
    ),
    choices: {
      ...draft.choices,
      variables: Object.fromEntries(
        Object.entries(variables).filter(([name]) => template.variables.some(one => one.name === name)),
      ),
      ip: node.ips.includes(origin.ip) ? origin.ip : draft.choices.ip,
      tags: origin.tags,
      image: isKnownImage ? origin.image : null,
      processManager: managerOf(rest.process_manager, found),
    },
  }
}

/** The same one again: with its uuid, and its ports unless others are asked for. `formerEpoch`: where it was removed. */
export function broughtBackDraft(
  input: RestoredServerInput,
  manifest: BackupManifest,
  found: Found,
  formerEpoch: number,
): Draft {
  const { origin, placement_epoch } = restoredSettings(manifest)
  return {
    ...restoredDraft(input, manifest, found),
    adopted: { uuid: manifest.uuid, placementEpoch: Math.max(placement_epoch, formerEpoch) + 1 },
    given: {
      game: input.port ?? origin.port,
      query: input.query_port ?? origin.query_port ?? undefined,
      rcon: input.rcon_port ?? origin.rcon_port ?? undefined,
    },
    chosenVariables: origin.variables,
  }
}

function managerOf(wanted: string, { node, template }: Found): string {
  const isThere = node.runtimes.length === 0 || node.runtimes.includes(wanted)
  const isOffered = template.process_managers.some(name => name === wanted)
  return isThere && isOffered ? wanted : usualManager(template, node)
}
