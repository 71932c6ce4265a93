// Game servers and files that a node holds and the panel does not have there: listed, adopted, deleted.

import type { CallAnswer } from '@rookery/contracts/daemon/generated/link.ts'
import { type UnknownGameServer, unknownGameServer } from '@rookery/contracts/daemon/unknown-game-server.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type {
  AdoptedGameServer,
  adoptUnknownServer,
  UnknownServer,
} from '@rookery/contracts/http/unknown-servers.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { readNodeJson } from '../../platform/daemon-link/node-answers.ts'
import type { Once } from '../../platform/http/route.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { Templates } from '../templates/templates.ts'
import { adoptionDraft, notRestored } from './creation/adoption-draft.ts'
import type { CreateOnce, Draft } from './creation/create-game-server.ts'
import type { GameServersStore } from './game-servers-store.ts'

interface UnknownServersDeps {
  store: Pick<GameServersStore, 'placementsOf'>
  nodes: Pick<Nodes, 'find'>
  templates: Pick<Templates, 'find' | 'idOfSlug'>
  link: Pick<DaemonLink, 'call' | 'send'>
  make(draft: Draft, asking: { requestedBy: number; once: CreateOnce }): Promise<{ id: number }>
  random(bytes: number): Buffer
}

export type UnknownServers = ReturnType<typeof createUnknownServers>

export function createUnknownServers({ store, nodes, templates, link, make, random }: UnknownServersDeps) {
  async function read(nodeId: number): Promise<UnknownGameServer[]> {
    await nodes.find(nodeId)
    const reported = readUnknownServers(
      await link.call(nodeId, { $case: 'listUnknownGameServers', value: {} }),
    )
    const placements = await store.placementsOf(reported.map(({ uuid }) => uuid))
    // One that the panel has on this node may have been created since the node was asked.
    return reported.filter(({ uuid }) => placements.get(uuid)?.known?.nodeId !== nodeId)
  }

  async function find(nodeId: number, uuid: string): Promise<UnknownGameServer> {
    const found = (await read(nodeId)).find(one => one.uuid === uuid)
    if (found) return found
    throw new PanelError('not_found', {
      message: 'the node does not have this game server, or it is already in the panel',
    })
  }

  return {
    list: async (nodeId: number): Promise<UnknownServer[]> => (await read(nodeId)).map(answerOf),

    async adopt(
      { nodeId, uuid }: { nodeId: number; uuid: string },
      input: BodyOf<typeof adoptUnknownServer>,
      { requestedBy, once }: { requestedBy: number; once: Once<AdoptedGameServer> },
    ): Promise<AdoptedGameServer> {
      const found = await find(nodeId, uuid)
      if ((await store.placementsOf([uuid])).get(uuid)?.known) {
        throw new PanelError('conflict', {
          message: 'the panel has this game server on another node: delete it there first',
        })
      }
      const slug = found.definition?.origin?.template
      const templateId = input.template_id ?? (slug === undefined ? null : await templates.idOfSlug(slug))
      if (templateId === null) {
        throw invalidField(
          'template_id',
          'its template is not known here: choose the one that it was made from',
        )
      }
      const { template } = await templates.find(templateId)
      const node = await nodes.find(nodeId)
      const draft = {
        ...adoptionDraft(found, { input, node, templateId, template, random }),
        isOnNode: true,
      } as const
      const not_restored = notRestored(found)
      const note: CreateOnce['note'] = (transaction, { id }) => once.note(transaction, { id, not_restored })
      const asking = { requestedBy, once: { ...once, note } }
      const { id } = await make(draft, asking).catch(refusePorts)
      return { id, not_restored }
    },

    /** Ends what runs and deletes its files: only on the word of a person. */
    async remove(nodeId: number, uuid: string): Promise<void> {
      await find(nodeId, uuid)
      link.send(nodeId, { $case: 'removeGameServer', value: { gameServerId: 0, uuid, deleteFiles: true } })
    },
  }
}

/** Nobody has typed anything wrong: another game server of the panel has the port by now. */
function refusePorts(error: unknown): never {
  if (!(error instanceof PanelError) || error.code !== 'invalid_input') throw error
  const taken = Object.entries(error.fields ?? {}).filter(([field]) => /port$|^variables\./.test(field))
  if (taken.length === 0) throw error
  const reasons = taken.flatMap(([, texts]) => texts).join('; ')
  throw new PanelError('conflict', {
    message: `${reasons}. Choose other ports for this one`,
    fields: error.fields,
  })
}

function answerOf({ uuid, state, installed, removed_at_ms, definition }: UnknownGameServer): UnknownServer {
  return {
    uuid,
    name: definition?.name ?? null,
    template: definition?.origin?.template ?? null,
    state,
    installed,
    port: definition?.origin?.port ?? definition?.ports[0]?.port ?? null,
    query_port: definition?.origin?.query_port ?? null,
    rcon_port: definition?.origin?.rcon_port ?? null,
    removed_at: removed_at_ms === null ? null : timeOf(removed_at_ms),
  }
}

/** The node's answer; whatever it refuses, an older one the question itself, is no fault of whoever asked the panel. */
export function readUnknownServers({
  errorCode,
  errorMessage,
  json,
}: Pick<CallAnswer, 'errorCode' | 'errorMessage' | 'json'>): UnknownGameServer[] {
  if (errorCode !== '') throw new PanelError('unavailable', { message: errorMessage })
  return readNodeJson(unknownGameServer.array(), json)
}
