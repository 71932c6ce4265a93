// The permissions of section 5.6: what a user may do on a game server, and in the panel's sections.

export const gameServerPermissions = {
  'game-server-common': 'basic privileges',
  'game-server-start': 'start',
  'game-server-stop': 'stop',
  'game-server-restart': 'restart',
  'game-server-pause': 'pause',
  'game-server-update': 'update',
  'game-server-files': 'file manager',
  'game-server-tasks': 'server tasks',
  'game-server-settings': 'settings',
  'game-server-console-view': 'read console',
  'game-server-console-send': 'send console commands',
  'game-server-rcon-console': 'RCON console',
  'game-server-rcon-players': 'RCON player management',
  'game-server-metrics': 'server metrics',
} as const

export type GameServerPermission = keyof typeof gameServerPermissions
export const gameServerPermissionNames = Object.keys(gameServerPermissions) as GameServerPermission[]

export const administratorPermission = 'admin roles & permissions'
export const generalPermissions = ['create', 'view', 'edit', 'delete'] as const

export type GeneralPermission = (typeof generalPermissions)[number]
export type Permission = GameServerPermission | GeneralPermission | typeof administratorPermission

/** Sections of the panel that general permissions can open. */
export const sections = ['node', 'template', 'plugin', 'task'] as const
export type Section = (typeof sections)[number]

export const objectTypes = ['server', 'node', 'user', 'role', 'template', 'plugin', 'task'] as const
export type ObjectType = (typeof objectTypes)[number]
