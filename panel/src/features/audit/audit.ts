// The audit log of section 6.4: structured lines in the application's log, and nowhere else.

import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import type { Caller } from '../../platform/caller.ts'
import { printable } from '../../platform/http/logic/printable.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log.ts'
import { type AuditEvent, auditEvents } from './audit-event-rules.ts'

type Field =
  | 'event'
  | 'category'
  | 'outcome'
  | 'actor_id'
  | 'actor_login'
  | 'auth_method'
  | 'ip'
  | 'user_agent'
  | 'method'
  | 'path'
  | 'request_id'
type FieldOfEveryLine = 'level' | 'time' | 'component' | 'msg'

/** What one kind of event tells beyond the fields; it cannot take the name of a field. */
export type AuditDetails = { [name: string]: string | number | boolean | null } & {
  [name in Field | FieldOfEveryLine]?: never
}

export interface Actor {
  id: number | null
  login: string | null
  method: string
}

export interface AuditEntry {
  event: AuditEvent
  outcome: 'success' | 'failure' | 'denied'
  request: RequestFacts | null
  /** Who acted, when the request's caller is not yet known (sign-in) or is a program. */
  actor?: Actor
  details?: AuditDetails
}

export interface Audit {
  record(entry: AuditEntry, caller?: Caller): void
  /** The line of something that ends later, to be stored until its outcome is known. */
  prepare(entry: Omit<AuditEntry, 'outcome'>, caller?: Caller): string
  recordPrepared(line: string, outcome: AuditEntry['outcome']): void
}

const limitCharacters = 2048
const preparedLine = z.record(z.string(), z.unknown())

/** AUDIT_ENABLED alone decides: the lines are written at every level of the log. */
export function createAudit(log: Log, enabled: boolean): Audit {
  const lines = log.child({ component: 'audit' }, { level: 'info' })
  const lineOf = (entry: AuditEntry, caller?: Caller) => ({
    ...fieldsOf(entry, caller),
    ...(caller?.kind === 'service-account' ? { key_id: caller.keyId } : {}),
    ...printableDetails(entry.details),
  })
  return {
    record(entry, caller) {
      if (enabled) lines.info(lineOf(entry, caller), 'audit')
    },
    prepare: (entry, caller) => JSON.stringify(lineOf({ ...entry, outcome: 'success' }, caller)),
    recordPrepared(line, outcome) {
      // What another version has prepared and cannot be read is written down as it is: no line is lost.
      const fields = parseJsonOrNull(preparedLine, line) ?? { prepared: printable(line, limitCharacters) }
      if (enabled) lines.info({ ...fields, outcome }, 'audit')
    },
  }
}

function fieldsOf(
  { event, outcome, request, actor }: AuditEntry,
  caller?: Caller,
): Record<Field, string | number | null> {
  const who = actor ?? actorOf(caller)
  return {
    event,
    category: auditEvents[event],
    outcome,
    actor_id: who.id,
    actor_login: who.login === null ? null : printable(who.login, limitCharacters),
    auth_method: who.method,
    ip: request?.ip ?? null,
    user_agent: request?.userAgent ?? null,
    method: request?.method ?? null,
    path: request?.path ?? null,
    request_id: request?.id ?? null,
  }
}

function printableDetails(details: AuditDetails = {}): AuditDetails {
  const formatted = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string' ? printable(value, limitCharacters) : value,
  ])
  return Object.fromEntries(formatted)
}

function actorOf(caller: Caller | undefined): Actor {
  if (!caller || caller.kind === 'anonymous') return { id: null, login: null, method: 'none' }
  const isByShortLivedToken = 'isByShortLivedToken' in caller && caller.isByShortLivedToken === true
  const method = isByShortLivedToken ? 'short-lived-token' : caller.kind
  return { id: caller.userId, login: caller.login, method }
}
