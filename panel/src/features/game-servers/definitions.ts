// The definition of each game server as its node must have it: rendered anew from what is stored, and sent there.

import type { DefinedStorage } from '@rookery/contracts/daemon/backup-request.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { PutGameServer } from '@rookery/contracts/daemon/generated/link.ts'
import type { Schedule } from '@rookery/contracts/schedule.ts'
import { actionsOf } from '@rookery/contracts/schedule-rights.ts'
import type { Template } from '@rookery/contracts/template.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError } from '../../platform/daemon-link/link-errors.ts'
import type { Log } from '../../platform/log.ts'
import type { BackupStorages } from '../backup-storages/backup-storages.ts'
import { renderCommand, renderDefinition } from '../templates/logic/render-definition.ts'
import type { GameServersStore } from './game-servers-store.ts'
import type { TemplateOf } from './ready-settings.ts'
import { readableValues, requireReadable, unreadableSecrets } from './secret-values.ts'
import type { GameServerChoices, StoredGameServer } from './stored-game-server.ts'

interface DefinitionDeps {
  store: Pick<GameServersStore, 'schedulesOf'>
  templateOf: TemplateOf
  backupStorages: Pick<BackupStorages, 'definedFor' | 'sourcesFor' | 'isSupportedBy'>
  link: Pick<DaemonLink, 'send'>
  log: Pick<Log, 'error'>
}

export type Definitions = ReturnType<typeof createDefinitions>

/** What is kept of a game server elsewhere and travels with its definition. */
interface Extras {
  schedules: Schedule[]
  backupStorages: DefinedStorage[]
  backupSources: GameServerDefinition['backup_sources']
}

export function createDefinitions({ store, templateOf, backupStorages, link, log }: DefinitionDeps) {
  /** The revision was read with the game server, before the rest: what is sent is never older than it says. */
  function toPut(server: StoredGameServer, template: Template, extras: Extras): PutGameServer {
    const missing = unreadableSecrets(server)
    if (missing.length > 0) {
      log.error(
        { server: server.name, secrets: missing },
        'secrets of a server cannot be read, so its node keeps the former definition: restore ENCRYPTION_KEY, or set them again',
      )
    }
    // A node ignores an empty definition: it keeps the game server as it knows it.
    const definition = missing.length > 0 ? '' : JSON.stringify(renderChoices(template, server, extras))
    return { gameServerId: server.id, revision: server.revision, definition }
  }

  /** A daemon that did not name backups gets nothing of them (L25): it would refuse the whole definition. */
  async function extrasOf(
    nodeId: number,
    servers: readonly StoredGameServer[],
    schedules: ReadonlyMap<number, Schedule[]>,
  ): Promise<(gameServerId: number) => Extras> {
    const isSupported = await backupStorages.isSupportedBy(nodeId)
    const storages = isSupported
      ? await backupStorages.definedFor(servers)
      : new Map<number, DefinedStorage[]>()
    // Once it is installed it has what it was made from.
    const unfinished = isSupported ? servers.filter(({ installedAtMs }) => installedAtMs === null) : []
    const sources = await backupStorages.sourcesFor(unfinished.map(({ id }) => id))
    return id => ({
      schedules: (schedules.get(id) ?? []).filter(one => isSupported || !actionsOf(one).includes('backup')),
      backupStorages: storages.get(id) ?? [],
      backupSources: sources.get(id) ?? [],
    })
  }

  /** All of one node's, with a few queries for what is kept elsewhere and one for each of their templates. */
  async function ofNode(nodeId: number, servers: readonly StoredGameServer[]): Promise<PutGameServer[]> {
    const extras = await extrasOf(nodeId, servers, await store.schedulesOf({ nodeId }))
    const known = new Map<number, Template>()
    const puts: PutGameServer[] = []
    for (const server of servers) {
      const shared = server.heldTemplate === null ? known.get(server.template.id) : undefined
      const template = shared ?? (await templateOf(server))
      if (server.heldTemplate === null) known.set(server.template.id, template)
      puts.push(toPut(server, template, extras(server.id)))
    }
    return puts
  }

  /** A node that is away is told when it comes back. */
  function send(nodeId: number, value: PutGameServer): void {
    try {
      link.send(nodeId, { $case: 'putGameServer', value })
    } catch (error) {
      if (!(error instanceof NodeOfflineError)) throw error
    }
  }

  return {
    ofNode,

    async push(server: StoredGameServer): Promise<void> {
      const schedules = await store.schedulesOf({ gameServerId: server.id })
      const extras = await extrasOf(server.nodeId, [server], schedules)
      send(server.nodeId, toPut(server, await templateOf(server), extras(server.id)))
    },

    async pushAll(nodeId: number, servers: readonly StoredGameServer[]): Promise<void> {
      for (const value of await ofNode(nodeId, servers)) send(nodeId, value)
    },
  }
}

type Rendered = GameServerChoices &
  Pick<StoredGameServer, 'uuid' | 'nodeName'> &
  Partial<Pick<StoredGameServer, 'placementEpoch' | 'suspended'>>

/** Throws a PanelError where a secret cannot be read, here and below. */
export function renderChoices(
  template: Template,
  server: Rendered,
  extras: Partial<Extras> = {},
): GameServerDefinition {
  return renderDefinition(template, { ...openedChoices(server), ...extras })
}

/** What it is started with, for pages: the whole definition would be much more work. */
export function startCommandOf(template: Template, server: Rendered): string[] {
  return renderCommand(template, openedChoices(server))
}

function openedChoices(server: Rendered) {
  requireReadable(server)
  return {
    ...server,
    rconPassword: server.rconPassword.reveal(),
    variables: readableValues(server.variables),
    processManager: server.processManager as GameServerDefinition['process_manager'],
  }
}
