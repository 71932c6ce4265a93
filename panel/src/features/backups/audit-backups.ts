// Writes what is done with backups into the audit log, however it ends (6.4).

import type { Caller } from '../../platform/caller.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Audit, AuditEntry } from '../audit/audit.ts'
import type { BackupEvent } from '../audit/audit-event-rules.ts'

export interface BackupCall {
  params: { server: number; backup?: number }
  caller: Caller
  request: RequestFacts
}

export function createBackupAudit(audit: Audit) {
  const entryOf = ({ params, request }: BackupCall, event: BackupEvent, paths?: readonly string[]) => ({
    event,
    request,
    details: {
      game_server_id: params.server,
      ...(params.backup !== undefined && { backup_id: params.backup }),
      ...(paths && { files: JSON.stringify(paths) }),
    },
  })
  return {
    async at<Result>(
      call: BackupCall,
      event: BackupEvent,
      work: () => Promise<Result>,
      paths?: readonly string[],
    ): Promise<Result> {
      const entry = entryOf(call, event, paths)
      try {
        const result = await work()
        audit.record({ ...entry, outcome: 'success' }, call.caller)
        return result
      } catch (error) {
        audit.record({ ...entry, outcome: outcomeOf(error) }, call.caller)
        throw error
      }
    },

    /** Of what lies in a storage; `detailsOf` what came of it. Never a key. */
    async inStorage<Result>(
      { params, caller, request }: { params: { id: number }; caller: Caller; request: RequestFacts },
      event: BackupEvent | 'backup_storage.searched',
      work: () => Promise<Result>,
      detailsOf: (result: Result) => Record<string, string | number>,
    ): Promise<Result> {
      const details = { storage_id: params.id }
      try {
        const result = await work()
        audit.record(
          { event, request, outcome: 'success', details: { ...details, ...detailsOf(result) } },
          caller,
        )
        return result
      } catch (error) {
        audit.record({ event, request, outcome: outcomeOf(error), details }, caller)
        throw error
      }
    },

    /** For work that outlives its request: `order` gets the line that is recorded when the work has ended. */
    async atEnd<Result>(
      call: BackupCall,
      event: BackupEvent,
      order: (auditLine: string) => Promise<Result>,
    ): Promise<Result> {
      const entry = entryOf(call, event)
      try {
        return await order(audit.prepare(entry, call.caller))
      } catch (error) {
        audit.record({ ...entry, outcome: outcomeOf(error) }, call.caller)
        throw error
      }
    },
  }
}

function outcomeOf(error: unknown): AuditEntry['outcome'] {
  return error instanceof PanelError && error.code === 'forbidden' ? 'denied' : 'failure'
}
