// How a stored game server is shown in lists and on its own page.

import type { GameServer, GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { timeOf } from '../../platform/times.ts'
import type { StoredGameServer } from './game-servers-store.ts'

export function listedGameServer(server: StoredGameServer, nodeOnline: boolean): GameServer {
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
    process_manager: server.processManager,
    installed_at: server.installedAtMs === null ? null : timeOf(server.installedAtMs),
    created_at: timeOf(server.createdAtMs),
  }
}

/** Directory, command and RCON password are for administrators alone. */
export function detailedGameServer(
  server: StoredGameServer,
  nodeOnline: boolean,
  forAdministrator: { command: string[]; directory: string | null } | null,
): GameServerDetail {
  return {
    ...listedGameServer(server, nodeOnline),
    variables: server.variables,
    autostart: server.autostart,
    ...(forAdministrator && {
      ...(forAdministrator.directory === null ? {} : { directory: forAdministrator.directory }),
      start_command: forAdministrator.command,
      rcon_password: server.rconPassword,
    }),
  }
}
