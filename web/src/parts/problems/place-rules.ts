// What an address in the panel is about, and where a way back from it leads.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'

export const missingThings = ['server', 'node', 'task', 'template', 'user', 'role', 'plugin', 'page'] as const
export type MissingThing = (typeof missingThings)[number]

/** The pages of a server that need a permission of their own. */
export const tabPermissions = {
  console: 'game-server-console-view',
  terminal: 'game-server-console-send',
  players: 'game-server-rcon-players',
  rcon: 'game-server-rcon-console',
  files: 'game-server-files',
  backups: 'game-server-files',
  schedules: 'game-server-tasks',
  metrics: 'game-server-metrics',
  settings: 'game-server-settings',
} as const satisfies Record<string, GameServerPermission>
export type ServerTab = keyof typeof tabPermissions
export const serverTabs = Object.keys(tabPermissions) as ServerTab[]

export interface Place {
  thing: MissingThing
  /** The number or name in the address; null of a page that is about none. */
  id: string | null
  /** Of a server. */
  tab: ServerTab | null
  /** The list that it belongs to. */
  list: '/servers' | '/nodes' | '/tasks' | '/templates' | '/people' | '/people/roles' | '/plugins' | null
}

const lists: Record<string, [MissingThing, Exclude<Place['list'], null>]> = {
  servers: ['server', '/servers'],
  nodes: ['node', '/nodes'],
  tasks: ['task', '/tasks'],
  templates: ['template', '/templates'],
  people: ['page', '/people'],
  plugins: ['plugin', '/plugins'],
}

/** Whom it helps to see what servers there are: whoever looked for one, or for nothing in particular. */
export const offersServers = ({ thing, tab }: Place): boolean =>
  tab === null && (thing === 'server' || thing === 'page')

/** The folder of a file that an address names; empty for the topmost one, null where it names no file. */
export function folderOfFile({ tab }: Place, pathname: string, path: unknown): string | null {
  if (tab !== 'files' || !pathname.endsWith('/files/file') || typeof path !== 'string') return null
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function placeOf(pathname: string): Place {
  const [section = '', first = '', second = ''] = pathname.split('/').filter(Boolean)
  const known = Object.hasOwn(lists, section) ? lists[section] : undefined
  if (!known) return { thing: 'page', id: null, tab: null, list: null }
  const [thing, list] = known
  if (section === 'people') return personPlace(first, second)
  if (!/^\d+$/.test(first)) return { thing: 'page', id: null, tab: null, list }
  const tab = thing === 'server' ? (serverTabs.find(each => each === second) ?? null) : null
  return { thing, id: first, tab, list }
}

function personPlace(section: string, id: string): Place {
  const [thing, list] =
    section === 'roles' ? (['role', '/people/roles'] as const) : (['user', '/people'] as const)
  const isOne = section !== '' && /^\d+$/.test(id)
  return { thing: isOne ? thing : 'page', id: isOne ? id : null, tab: null, list }
}
