// What a reader may know of an event: the rules of activity, on what programs read.

import { type EventKind, eventCatalog } from '@rookery/contracts/event-catalog.ts'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { taskKinds } from '@rookery/contracts/run-states.ts'
import type { NumberedEvent } from '../event-feed/event-feed.ts'
import { permissionOfTask } from '../tasks/task-permission-rules.ts'

type EventSubject = 'server' | 'node' | 'user' | 'panel'

/** Of a kind that only a later version knows: the panel's, so administrators alone see it. */
export function subjectOf(kind: string): EventSubject {
  return isKnown(kind) ? eventCatalog[kind].about : 'panel'
}

function isKnown(kind: string): kind is EventKind {
  return Object.hasOwn(eventCatalog, kind)
}

export function permissionOfEvent({ kind, data }: NumberedEvent): GameServerPermission {
  switch (kind) {
    case 'task.ended': {
      const known = taskKinds.find(each => isRecord(data.task) && each === data.task.kind)
      return known === undefined ? 'game-server-settings' : permissionOfTask[known]
    }
    case 'server.created':
    case 'server.deleted':
      return 'game-server-settings'
    case 'backup.ended':
    case 'backup.failed':
    case 'backup.overdue':
      return 'game-server-files'
    default:
      return 'game-server-common'
  }
}

/** Without its permission a reader learns that it happened, not who did it and what was said about it. */
export function bare(event: NumberedEvent): NumberedEvent {
  const { data } = event
  const hidden = {
    ...('by' in data && { by: null }),
    ...('message' in data && { message: null }),
    ...(isRecord(data.task) && { task: { ...data.task, message: null } }),
  }
  return { ...event, data: { ...data, ...hidden } }
}

/** Of an event about a user. */
export function userOf({ data }: NumberedEvent): number | null {
  return isRecord(data.user) && typeof data.user.id === 'number' ? data.user.id : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
