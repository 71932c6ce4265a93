// Which game servers somebody may see, as a rule that a database can apply without asking per server.

import { isAdministrator, type PermissionEntry } from './decide.ts'

/** Either all but some, or only some. */
export type VisibleGameServers = { all: true; except: number[] } | { all: false; only: number[] }

export function visibleGameServers(entries: readonly PermissionEntry[]): VisibleGameServers {
  const common = entries.filter(entry => entry.permission === 'game-server-common')
  const wide = common.filter(isAboutEveryServer)
  const single = common.filter(entry => entry.objectType === 'server' && entry.objectId !== 0)
  const denied = single.filter(entry => entry.effect === 'deny').map(entry => entry.objectId)
  if (wide.some(entry => entry.effect === 'deny')) return { all: false, only: [] }
  if (wide.length > 0 || isAdministrator(entries)) return { all: true, except: denied }
  const allowed = single.filter(entry => entry.effect === 'allow').map(entry => entry.objectId)
  return { all: false, only: allowed.filter(id => !denied.includes(id)) }
}

function isAboutEveryServer(entry: PermissionEntry): boolean {
  return entry.objectType === '' || (entry.objectType === 'server' && entry.objectId === 0)
}
