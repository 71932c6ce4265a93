// The abilities of section 5.2: the limits that a personal access token can carry.

export const tokenAbilities = {
  'server:list': 'list servers',
  'server:start': 'start a server',
  'server:stop': 'stop a server',
  'server:restart': 'restart a server',
  'server:update': 'update a server',
  'server:console': 'read and write the console',
  'server:rcon-console': 'RCON console',
  'server:rcon-players': 'manage players through RCON',
  'server:tasks-manage': 'manage server tasks',
  'server:settings-manage': 'manage server settings',
  'admin:server:create': 'create servers',
  'admin:gdaemon-task:read': 'read daemon tasks',
} as const

export type TokenAbility = keyof typeof tokenAbilities
