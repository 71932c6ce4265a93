// The definition of each game server as its node must have it: rendered anew from what is stored, and sent there.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { PutGameServer } from '@rookery/contracts/daemon/generated/link.ts'
import type { Schedule } from '@rookery/contracts/schedule.ts'
import type { Template } from '@rookery/contracts/template.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError } from '../../platform/daemon-link/link-errors.ts'
import type { Log } from '../../platform/log.ts'
import { renderDefinition } from '../templates/logic/render-definition.ts'
import type { Templates } from '../templates/templates.ts'
import type { GameServersStore } from './game-servers-store.ts'
import { readableValues, requireReadable, unreadableSecrets } from './secret-values.ts'
import type { GameServerChoices, StoredGameServer } from './stored-game-server.ts'

interface DefinitionDeps {
  store: Pick<GameServersStore, 'schedulesOf'>
  templates: Pick<Templates, 'find'>
  link: Pick<DaemonLink, 'send'>
  log: Pick<Log, 'error'>
}

export type Definitions = ReturnType<typeof createDefinitions>

export function createDefinitions({ store, templates, link, log }: DefinitionDeps) {
  /** The revision was read with the game server, before the rest: what is sent is never older than it says. */
  function toPut(server: StoredGameServer, template: Template, schedules: Schedule[]): PutGameServer {
    const missing = unreadableSecrets(server)
    if (missing.length > 0) {
      log.error(
        { server: server.name, secrets: missing },
        'secrets of a server cannot be read, so its node keeps the former definition: restore ENCRYPTION_KEY, or set them again',
      )
    }
    // A node ignores an empty definition: it keeps the game server as it knows it.
    const definition = missing.length > 0 ? '' : JSON.stringify(renderChoices(template, server, schedules))
    return { gameServerId: server.id, revision: server.revision, definition }
  }

  return {
    /** All of one node's, with one query for their schedules and one for each of their templates. */
    async ofNode(nodeId: number, servers: readonly StoredGameServer[]): Promise<PutGameServer[]> {
      const schedules = await store.schedulesOf({ nodeId })
      const known = new Map<number, Template>()
      for (const { template } of servers) {
        if (!known.has(template.id)) known.set(template.id, (await templates.find(template.id)).template)
      }
      return servers.flatMap(server => {
        const template = known.get(server.template.id)
        return template ? [toPut(server, template, schedules.get(server.id) ?? [])] : []
      })
    },

    /** A node that is away is told when it comes back. */
    async push(server: StoredGameServer): Promise<void> {
      const schedules = await store.schedulesOf({ gameServerId: server.id })
      const { template } = await templates.find(server.template.id)
      const value = toPut(server, template, schedules.get(server.id) ?? [])
      try {
        link.send(server.nodeId, { $case: 'putGameServer', value })
      } catch (error) {
        if (!(error instanceof NodeOfflineError)) throw error
      }
    },
  }
}

type Rendered = GameServerChoices &
  Pick<StoredGameServer, 'uuid' | 'nodeName'> &
  Partial<Pick<StoredGameServer, 'placementEpoch'>>

/** Throws a PanelError where a secret cannot be read. */
export function renderChoices(
  template: Template,
  server: Rendered,
  schedules: Schedule[] = [],
): GameServerDefinition {
  requireReadable(server)
  return renderDefinition(template, {
    ...server,
    rconPassword: server.rconPassword.reveal(),
    variables: readableValues(server.variables),
    processManager: server.processManager as GameServerDefinition['process_manager'],
    schedules,
  })
}
