// Writes every operation on files into the audit log, however it ends (6.4).

import type { Caller } from '../../platform/caller.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Audit, AuditEntry } from '../audit/audit.ts'
import type { FileEvent } from '../audit/audit-event-rules.ts'

export interface AuditedCall {
  params: { server: number }
  caller: Caller
  request: RequestFacts
}

export type AuditFiles = <Result>(
  call: AuditedCall,
  event: FileEvent,
  paths: readonly string[],
  work: () => Promise<Result>,
) => Promise<Result>

/** For work that outlives its request: `order` gets the line that is recorded when the work has ended. */
export type AuditFileOrder = <Result>(
  call: AuditedCall,
  event: FileEvent,
  paths: readonly string[],
  order: (auditLine: string) => Promise<Result>,
) => Promise<Result>

export function createFileAudit(audit: Audit): AuditFiles {
  return async ({ params, caller, request }, event, paths, work) => {
    const record = (outcome: AuditEntry['outcome']) =>
      audit.record({ event, outcome, request, details: fileDetails(params.server, paths) }, caller)
    try {
      const result = await work()
      record('success')
      return result
    } catch (error) {
      const code = error instanceof PanelError ? error.code : null
      // A refused type has a line of its own, with what was found.
      if (code !== 'unsupported_media_type' || event !== 'file.uploaded') record(outcomeOf(error))
      throw error
    }
  }
}

export function createFileOrderAudit(audit: Audit): AuditFileOrder {
  return async ({ params, caller, request }, event, paths, order) => {
    const entry = { event, request, details: fileDetails(params.server, paths) }
    try {
      return await order(audit.prepare(entry, caller))
    } catch (error) {
      audit.record({ ...entry, outcome: outcomeOf(error) }, caller)
      throw error
    }
  }
}

function outcomeOf(error: unknown): AuditEntry['outcome'] {
  return error instanceof PanelError && error.code === 'forbidden' ? 'denied' : 'failure'
}

export function fileDetails(gameServerId: number, paths: readonly string[]) {
  return { game_server_id: gameServerId, file_count: paths.length, files: JSON.stringify(paths) }
}
