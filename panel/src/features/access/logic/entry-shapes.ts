// Permission entries between their three shapes: in the API, in decisions, and in rows of the database.

import type {
  Decision as DecisionInApi,
  PermissionEntry as EntryInApi,
  StoredEntry,
} from '@rookery/contracts/http/permissions.ts'
import type { Decision, PermissionEntry } from './decide.ts'

export interface EntryRow {
  permission: string
  effect: 'allow' | 'deny'
  object_type: string
  object_id: number
}

export function entryFromRow(row: EntryRow): PermissionEntry {
  return {
    permission: row.permission as PermissionEntry['permission'],
    effect: row.effect,
    objectType: row.object_type as PermissionEntry['objectType'],
    objectId: row.object_id,
  }
}

export function entryToRow(entry: PermissionEntry): EntryRow {
  return {
    permission: entry.permission,
    effect: entry.effect,
    object_type: entry.objectType,
    object_id: entry.objectId,
  }
}

export function entryFromApi(entry: EntryInApi): PermissionEntry {
  return {
    permission: entry.permission,
    effect: entry.effect,
    objectType: entry.object_type ?? '',
    objectId: entry.object_id ?? 0,
  }
}

export function entryToApi(entry: PermissionEntry): StoredEntry {
  return {
    permission: entry.permission,
    effect: entry.effect,
    object_type: entry.objectType === '' ? null : entry.objectType,
    object_id: entry.objectId === 0 ? null : entry.objectId,
  }
}

type Role = { id: number; name: string; title: string } | null

export function decisionToApi({
  allowed,
  reason,
  decidedBy,
}: Decision<PermissionEntry & { role: Role }>): DecisionInApi {
  const isStored = decidedBy !== null && !decidedBy.isOwnership && !decidedBy.isSuspension
  return { allowed, reason, entry: isStored ? { ...entryToApi(decidedBy), role: decidedBy.role } : null }
}
