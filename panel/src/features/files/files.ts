// Files of game servers: every verb is one transfer to the node that holds them; nothing is kept in the panel.

import type { UploadPolicy } from '@rookery/contracts/daemon/file-request.ts'
import type { FileAction } from '@rookery/contracts/http/activity.ts'
import { type UploadRules, uploadLimitBytes } from '@rookery/contracts/http/files.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { PanelSettings } from '../panel-settings/panel-settings.ts'
import type { NewTask, Tasks } from '../tasks/tasks.ts'
import { createFileAudit, createFileOrderAudit } from './audit-files.ts'
import { createNodeFiles } from './node-files.ts'
import { fileRoutes } from './routes.ts'
import { uploadRoutes } from './uploads/routes.ts'

interface FilesDeps {
  access: Pick<Access, 'isAdministrator'>
  gameServers: GameServers
  tasks: Tasks
  link: Pick<DaemonLink, 'openTransfer'>
  panelSettings: Pick<PanelSettings, 'read'>
  /** Which types of content are taken beside the usual ones (8.3), and the largest file of a transfer. */
  uploads: { allowedTypes: readonly string[]; transferLimitBytes: number }
  changes: Changes
  audit: Audit
}

interface OrderCall {
  params: { server: number }
  caller: SignedInCaller
}

export function openFiles(deps: FilesDeps) {
  const files = createFiles(deps)
  return { ...files, routes: [...fileRoutes(files), ...uploadRoutes(files)] }
}

export type Files = ReturnType<typeof createFiles>

function createFiles(deps: FilesDeps) {
  const { access, gameServers, link, tasks, uploads, panelSettings, changes } = deps
  return {
    ...deps,
    audited: createFileAudit(deps.audit),
    auditedOrder: createFileOrderAudit(deps.audit),
    node: createNodeFiles({ access, gameServers, link }),
    /** As the settings are now. */
    async uploadPolicy(): Promise<UploadPolicy> {
      const { upload_archives, upload_binaries } = await panelSettings.read([
        'upload_archives',
        'upload_binaries',
      ])
      return {
        allowed_types: [...uploads.allowedTypes],
        allow_archives: upload_archives,
        allow_binary: upload_binaries,
      }
    },
    /** The largest file of a transfer; null while transfers are off. */
    async transferLimitBytes(): Promise<number | null> {
      const { large_transfers } = await panelSettings.read(['large_transfers'])
      return large_transfers ? uploads.transferLimitBytes : null
    },
    /** For a page that wants to say before it sends anything what will be refused. */
    async uploadRules(): Promise<UploadRules> {
      const { upload_archives, upload_binaries, large_transfers } = await panelSettings.read([
        'upload_archives',
        'upload_binaries',
        'large_transfers',
      ])
      return {
        allowed_types: [...uploads.allowedTypes],
        allow_archives: upload_archives,
        allow_binary: upload_binaries,
        limit_bytes: uploadLimitBytes,
        transfers: { enabled: large_transfers, limit_bytes: uploads.transferLimitBytes },
      }
    },
    /** What has been done to files, told when it is done. */
    describeEdit(call: OrderCall, deed: FileAction, paths: readonly string[]): void {
      const { params, caller } = call
      const edit = { what: 'files', deed, paths } as const
      changes.publish({
        kind: 'game-server-edited',
        gameServerId: params.server,
        userId: caller.userId,
        edit,
      })
    },
    /** Long work that outlives its request. */
    async orderWork(
      { params: { server: gameServerId }, caller: { userId: requestedBy } }: OrderCall,
      kind: 'archive' | 'extract',
      order: object,
      written: Pick<NewTask, 'auditLine' | 'also'>,
    ): Promise<{ task_id: number }> {
      const server = await gameServers.find(gameServerId)
      await gameServers.requirePossible(server, kind)
      const { nodeId } = server
      const payload = { ...order, by_administrator: await access.isAdministrator(requestedBy) }
      return { task_id: await tasks.create({ nodeId, gameServerId, kind, requestedBy, payload, ...written }) }
    },
  }
}
