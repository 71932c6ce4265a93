// The definition of each game server as its node must have it: rendered anew from what is stored, and sent there.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { PutGameServer } from '@rookery/contracts/daemon/generated/link.ts'
import type { Schedule } from '@rookery/contracts/schedule.ts'
import type { Template } from '@rookery/contracts/template.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError } from '../../platform/daemon-link/link-errors.ts'
import { renderDefinition } from '../templates/logic/render-definition.ts'
import type { Templates } from '../templates/templates.ts'
import type { GameServersStore } from './game-servers-store.ts'
import type { GameServerChoices, StoredGameServer } from './stored-game-server.ts'

interface DefinitionParts {
  store: Pick<GameServersStore, 'schedulesOf'>
  templates: Pick<Templates, 'find'>
  link: Pick<DaemonLink, 'send'>
}

export type Definitions = ReturnType<typeof createDefinitions>

export function createDefinitions({ store, templates, link }: DefinitionParts) {
  /** The revision was read with the game server, before the rest: what is sent is never older than it says. */
  function toPut(server: StoredGameServer, template: Template, schedules: Schedule[]): PutGameServer {
    const definition = JSON.stringify(renderChoices(template, server, schedules))
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

type Rendered = GameServerChoices & Pick<StoredGameServer, 'uuid' | 'nodeName'>

export function renderChoices(
  template: Template,
  server: Rendered,
  schedules: Schedule[] = [],
): GameServerDefinition {
  const processManager = server.processManager as GameServerDefinition['process_manager']
  return renderDefinition(template, { ...server, processManager, schedules })
}
