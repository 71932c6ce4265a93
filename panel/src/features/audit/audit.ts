// The audit log of section 6.4: structured lines in the application's log, and nowhere else.

import type { Caller } from '../../platform/caller.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log.ts'

export interface AuditEntry {
  event: string
  outcome: 'success' | 'failure' | 'denied'
  request: RequestFacts | null
  /** Who acted, when the request's caller is not yet known (sign-in) or is a program. */
  actor?: { id: number | null; login: string | null; method: string }
  details?: Record<string, string | number | boolean | null>
}

export interface Audit {
  record(entry: AuditEntry, caller?: Caller): void
}

export function createAudit(log: Log, enabled: boolean): Audit {
  const lines = log.child({ component: 'audit' })
  return {
    record({ event, outcome, request, actor, details }, caller) {
      if (!enabled) return
      const who = actor ?? actorOf(caller)
      lines.info(
        {
          event,
          category: event.slice(0, event.indexOf('.')),
          outcome,
          actor_id: who.id,
          actor_login: who.login,
          auth_method: who.method,
          ip: request?.ip ?? null,
          user_agent: request?.userAgent ?? null,
          method: request?.method ?? null,
          path: request?.path ?? null,
          request_id: request?.id ?? null,
          ...details,
        },
        'audit',
      )
    },
  }
}

function actorOf(caller: Caller | undefined): { id: number | null; login: string | null; method: string } {
  if (!caller || caller.kind === 'anonymous') return { id: null, login: null, method: 'none' }
  return { id: caller.userId, login: caller.login, method: caller.kind }
}
