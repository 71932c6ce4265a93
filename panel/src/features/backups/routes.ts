// Routes of backups. No ability of an access token reaches them.

import { compareAnswer } from '@rookery/contracts/daemon/backup-request.ts'
import {
  changeBackup,
  changeBackupChoices,
  compareBackup,
  deleteBackup,
  downloadBackedUpFiles,
  listBackedUpFiles,
  listBackups,
  readBackedUpFile,
  readBackupAttention,
  readBackupChoices,
  readBackupState,
  readRollback,
  restoreAsNewServer,
  restoreBackup,
  rollBack,
  searchBackedUpFiles,
  takeBackup,
} from '@rookery/contracts/http/backups.ts'
import { bringBackServer, findServers } from '@rookery/contracts/http/found-servers.ts'
import { administrator, orShortLivedToken, signedIn } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { byteRoute, creatingRoute, type Route, route } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import { madeGameServer } from '../game-servers/game-servers.ts'
import { taskRoute } from '../tasks/tasks.ts'
import { type BackupCall, createBackupAudit } from './audit-backups.ts'
import { type Backups, mayList, mayManage, mayRestore, mayRollBack } from './backups.ts'
import { browseBackup, downloadFromBackup, searchBackup, sendBackedUpFile } from './browse-backup.ts'

export function backupRoutes(backups: Backups, audit: Audit): Route[] {
  const audited = createBackupAudit(audit)
  return [
    ...listRoutes(backups, audited),
    ...taskRoutes(backups, audited),
    ...contentRoutes(backups, audited),
    ...choiceRoutes(backups, audited),
    ...foundServerRoutes(backups, audited),
  ]
}

type Audited = ReturnType<typeof createBackupAudit>

function listRoutes(backups: Backups, audited: Audited): Route[] {
  return [
    route(readBackupAttention, signedIn('refused'), call => backups.readAttention(call.caller)),
    route(readBackupState, mayList, call => backups.readState(call.params.server, call.caller)),
    route(readRollback, mayList, call => backups.readRollback(call.params.server, call.caller)),
    route(listBackups, mayList, call => backups.list(call.params.server, windowOf(call.query))),
    route(changeBackup, mayList, call =>
      audited.at(call, 'backup.changed', () =>
        backups.change(call.params.server, call.params.backup, call.body, call.caller),
      ),
    ),
    route(deleteBackup, mayManage, (call, { signal }) =>
      audited.at(call, 'backup.deleted', () =>
        backups.remove(call.params.server, call.params.backup, call.caller, signal),
      ),
    ),
  ]
}

/** A restored game server always has a task: the one that brings its files. */
const restoredAnswer = ({ id, task_id }: { id: number; task_id: number | null }) => ({
  id,
  task_id: task_id ?? 0,
})

/** Their lines of the audit log are written when the task has ended. */
function taskRoutes(backups: Backups, audited: Audited): Route[] {
  return [
    taskRoute(takeBackup, mayList, (call, also) =>
      audited.atEnd(call, 'backup.taken', auditLine =>
        backups.take(call.params.server, call.body, call.caller, { auditLine, also }),
      ),
    ),
    taskRoute(restoreBackup, mayRestore, (call, also) =>
      audited.atEnd(call, 'backup.restored', auditLine =>
        backups.restore(call.params.server, call.params.backup, call.body, call.caller, { auditLine, also }),
      ),
    ),
    creatingRoute(restoreAsNewServer, administrator(), {
      made: madeGameServer,
      create: (call, once, { signal }) =>
        audited.at(call, 'backup.restored', () =>
          backups.restoreAsNew(call.params, call.body, { ...call, once, signal }),
        ),
      again: restoredAnswer,
    }),
    taskRoute(rollBack, mayRollBack, (call, also) => {
      const { params, body, caller } = call
      const of = { ...call, params: { ...params, backup: body.backup_id } }
      return audited.atEnd(of, 'backup.restored', auditLine =>
        backups.rollBack(params.server, body.backup_id, caller, { auditLine, also }),
      )
    }),
  ]
}

/** Each waits as long as the client does; when it leaves, the node stops. */
function contentRoutes(backups: Backups, audited: Audited): Route[] {
  const { node, findReachable } = backups
  const openBackup = async ({ params }: BackupCall) => {
    const { server, backup } = await findReachable(params.server, params.backup ?? 0)
    const asked = { nodeId: server.nodeId, gameServerId: server.id }
    return {
      node,
      asked,
      name: server.name,
      within: { storage_id: backup.storage.id, snapshot: backup.snapshot },
    }
  }
  return [
    route(listBackedUpFiles, mayList, async (call, { signal }) =>
      browseBackup(await openBackup(call), call.query, signal),
    ),
    route(searchBackedUpFiles, mayList, async (call, { signal }) =>
      searchBackup(await openBackup(call), call.query, signal),
    ),
    route(compareBackup, mayList, async (call, { signal }) => {
      const { asked, within } = await openBackup(call)
      return node.ask(asked, { verb: 'compare', ...within, ...call.query }, compareAnswer, signal)
    }),
    byteRoute(readBackedUpFile, mayList, (call, exchange) =>
      audited.at(call, 'backup.read', async () => sendBackedUpFile(await openBackup(call), call, exchange), [
        call.query.path,
      ]),
    ),
    byteRoute(downloadBackedUpFiles, orShortLivedToken(mayList), (call, exchange) =>
      audited.at(
        call,
        'backup.downloaded',
        async () => downloadFromBackup(await openBackup(call), call, exchange),
        [call.query.path],
      ),
    ),
  ]
}

function foundServerRoutes({ foundServers }: Backups, audited: Audited): Route[] {
  return [
    route(findServers, administrator(), (call, { signal }) =>
      audited.inStorage(
        call,
        'backup_storage.searched',
        () => foundServers.find(call.params.id, call.body, signal),
        ({ servers }) => ({ found: servers.length }),
      ),
    ),
    creatingRoute(bringBackServer, administrator(), {
      made: madeGameServer,
      create: (call, once, { signal }) =>
        audited.inStorage(
          call,
          'backup.restored',
          () => foundServers.bringBack(call.params, call.body, { ...call, once, signal }),
          ({ id }) => ({ game_server_id: id, server_uuid: call.params.uuid }),
        ),
      again: restoredAnswer,
    }),
  ]
}

function choiceRoutes(backups: Backups, audited: Audited): Route[] {
  return [
    route(readBackupChoices, mayManage, call => backups.readChoices(call.params.server)),
    route(changeBackupChoices, mayManage, call =>
      audited.at(call, 'backup.storages_chosen', () =>
        backups.choose(call.params.server, call.body.storages, call.caller),
      ),
    ),
  ]
}
