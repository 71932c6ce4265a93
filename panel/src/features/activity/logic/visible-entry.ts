// What a reader may know of a line: everything with the permission that it belongs to, else only that it happened.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { ActivityEntry, ActivityKind } from '@rookery/contracts/http/activity.ts'
import { permissionOfTask } from '../../tasks/task-permission-rules.ts'
import type { LineDetails } from './line.ts'

export interface StoredLine {
  id: number
  at: string
  kind: ActivityKind
  server: { id: number; name: string }
  by: { id: number; login: string } | null
  details: LineDetails
}

type Held = Readonly<Record<GameServerPermission, boolean>>

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
      return 'game-server-files'
    case 'schedule':
      return 'game-server-tasks'
  }
}

export function visibleEntry({ details, ...common }: StoredLine, held: Held): ActivityEntry {
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
      return { ...details, fields: [], variables: [] }
    case 'files':
      return { ...details, paths: [] }
    case 'schedule':
      return { ...details, name: null }
  }
}
