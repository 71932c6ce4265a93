// How a stored game server is shown in lists and on its own page.

import type { CrashReport } from '@rookery/contracts/crash-report.ts'
import type { GameServer, GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import type { OfferedInstallFailure } from '@rookery/contracts/install-failure.ts'
import type { Suspension } from '@rookery/contracts/suspension.ts'
import { canCountPlayers } from '@rookery/contracts/template/control.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { timeOf } from '../../platform/times.ts'
import type { TemplateTranslator } from '../template-translations/template-translations.ts'
import { heldLimits } from './logic/held-limits.ts'
import { mayRead, type Viewer, visibleValue } from './logic/variable-values.ts'
import { isUnreadable, readableValues } from './secret-values.ts'
import type { StoredGameServer } from './stored-game-server.ts'

/** What a list shows of a game server. */
export type ListedGameServer = Pick<
  StoredGameServer,
  | 'id'
  | 'uuid'
  | 'name'
  | 'state'
  | 'stateReason'
  | 'stateChangedAtMs'
  | 'nodeId'
  | 'nodeName'
  | 'template'
  | 'ip'
  | 'port'
  | 'queryPort'
  | 'rconPort'
  | 'tags'
  | 'memoryLimitBytes'
  | 'cpuLimitPercent'
  | 'diskLimitBytes'
  | 'processManager'
  | 'installedAtMs'
  | 'createdAtMs'
  | 'owner'
  | 'externalId'
> & { suspended: Pick<Suspension, 'at' | 'reason'> | null }

/** Owner and id in another system are not for everybody who sees it. */
export const readers = ['administrator', 'owner', 'other'] as const
export type Reader = (typeof readers)[number]

interface Told {
  nodeOnline: boolean
  reader: Reader
}

export function listedGameServer(server: ListedGameServer, { nodeOnline, reader }: Told): GameServer {
  return {
    id: server.id,
    uuid: server.uuid,
    name: server.name,
    state: server.state,
    state_reason: server.stateReason,
    state_changed_at: timeOf(server.stateChangedAtMs),
    node_id: server.nodeId,
    node_name: server.nodeName,
    node_online: nodeOnline,
    template: server.template,
    ip: server.ip,
    port: server.port,
    query_port: server.queryPort,
    rcon_port: server.rconPort,
    tags: server.tags,
    memory_limit_bytes: server.memoryLimitBytes,
    cpu_limit_percent: server.cpuLimitPercent,
    disk_limit_bytes: server.diskLimitBytes,
    process_manager: server.processManager,
    limits_held: heldLimits(server.processManager),
    owner: reader === 'other' ? null : server.owner,
    ...(reader === 'administrator' && { external_id: server.externalId }),
    suspended: server.suspended && { at: server.suspended.at, reason: server.suspended.reason },
    installed_at: server.installedAtMs === null ? null : timeOf(server.installedAtMs),
    created_at: timeOf(server.createdAtMs),
  }
}

export function readerOf(
  viewer: Pick<Viewer, 'isAdministrator' | 'userId'>,
  { owner }: Pick<ListedGameServer, 'owner'>,
): Reader {
  if (viewer.isAdministrator) return 'administrator'
  return owner?.id === viewer.userId ? 'owner' : 'other'
}

interface Details {
  nodeOnline: boolean
  template: Template
  viewer: Viewer
  translator: TemplateTranslator
  crash: CrashReport | null
  installFailure: OfferedInstallFailure | null
  planned: GameServerDetail['planned']
  /** Directory, command and RCON password are for administrators alone; no command: a secret in it cannot be read. */
  forAdministrator: { command: string[] | null; directory: string | null } | null
}

export function detailedGameServer(server: StoredGameServer, details: Details): GameServerDetail {
  const { nodeOnline, template, viewer, translator, crash, installFailure, planned } = details
  const { forAdministrator } = details
  return {
    ...listedGameServer(server, { nodeOnline, reader: readerOf(viewer, server) }),
    state_reason: server.stateReason && translator.step(server.stateReason),
    description: server.description,
    variables: readableVariables(server, template, viewer),
    autostart: server.autostart,
    crash: crash && { ...crash, causes: crash.causes.map(cause => translatedCause(cause, translator)) },
    install_failure: installFailure && {
      ...installFailure,
      step: installFailure.step && translator.step(installFailure.step),
    },
    template_held: server.heldTemplate !== null,
    can_count_players: canCountPlayers(template),
    planned,
    ...(forAdministrator && {
      suspended_by: server.suspended?.by ?? null,
      ...(forAdministrator.directory === null ? {} : { directory: forAdministrator.directory }),
      ...(forAdministrator.command && { start_command: forAdministrator.command }),
      ...(server.rconPassword.isReadable
        ? { rcon_password: server.rconPassword.reveal() }
        : { rcon_password_unreadable: true }),
    }),
  }
}

function translatedCause(cause: CrashReport['causes'][number], { text }: TemplateTranslator) {
  const words = text(cause.words)
  return { ...cause, words, ...(words !== cause.words && { translated: true }) }
}

function readableVariables(
  server: StoredGameServer,
  template: Template,
  viewer: Viewer,
): Record<string, string> {
  const values = readableValues(server.variables)
  const formatted = template.variables
    .filter(variable => mayRead(variable, viewer) && !isUnreadable(server.variables, variable.name))
    .map(variable => [variable.name, visibleValue(variable, values, viewer)])
  return Object.fromEntries(formatted.filter(([, value]) => value !== null)) as Record<string, string>
}
