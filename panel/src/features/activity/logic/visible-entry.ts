// What a reader may know of a line: everything with the permission that it belongs to, else only that it happened.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type {
  PeopleActivityEntry,
  ServerActivityEntry,
  ServerActivityKind,
} from '@rookery/contracts/http/activity.ts'
import { permissionOfTask } from '../../tasks/task-permission-rules.ts'
import type { LineDetails } from './line.ts'

export interface ServerLine {
  id: number
  at: string
  kind: ServerActivityKind
  server: { id: number; name: string }
  by: { id: number; login: string } | null
  details: LineDetails
}

/** A line of what people did is stored as it is read: who may not know all of it does not see it. */
export type PeopleLine = PeopleActivityEntry
export type StoredLine = ServerLine | PeopleLine

/** Which lines of people somebody sees: all of them, those about one user, or none. */
export type PeopleView = 'all' | number | null

type Held = Readonly<Record<GameServerPermission, boolean>>

/** Administrators see what everybody did; others what they did and what was done to their account. */
export function viewOfPeople(reader: { userId: number; isAdministrator: boolean }): NonNullable<PeopleView> {
  return reader.isAdministrator ? 'all' : reader.userId
}

export function permissionOfLine(details: LineDetails): GameServerPermission {
  switch (details.what) {
    case 'task':
      return permissionOfTask[details.task]
    case 'state':
      return 'game-server-common'
    case 'created':
    case 'settings':
    case 'details':
      return 'game-server-settings'
    case 'files':
    case 'backup':
      return 'game-server-files'
    case 'schedule':
      return 'game-server-tasks'
  }
}

export function visibleEntry({ details, ...common }: ServerLine, held: Held): ServerActivityEntry {
  if (held[permissionOfLine(details)]) return { ...common, ...details }
  return { ...common, by: null, ...bare(details) }
}

function bare(details: LineDetails): LineDetails {
  switch (details.what) {
    case 'created':
    case 'state':
      return details
    case 'task': {
      const { plugin: _plugin, ...reported } = details
      return { ...reported, message: null }
    }
    case 'settings':
    case 'details':
      return { ...details, fields: [], variables: [], changes: [] }
    case 'files':
      return { ...details, paths: [] }
    case 'schedule':
      return { ...details, name: null }
    case 'backup':
      return { ...details, of: null, message: null }
  }
}
