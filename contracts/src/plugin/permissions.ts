// What a plugin may ask for: each permission opens the host calls and events behind it, and nothing else.

export const pluginPermissions = {
  storage: 'keep values of its own (1 MiB)',
  'servers:read': 'see all game servers: name, game, state, address',
  'servers:control': 'start, stop and restart game servers',
  'nodes:read': 'see all nodes: name and whether they are connected',
  'users:read': 'see all users: login and name',
  http: 'call other servers on the internet',
  'events:servers': 'learn of every change of state of a game server',
  'events:tasks': 'learn of every task that ends',
  'events:sign-ins': 'learn of every sign-in',
  'events:players': 'learn of players who join',
  'routes:public': 'answer requests of people who are not signed in',
} as const

export type PluginPermission = keyof typeof pluginPermissions
export const pluginPermissionNames = Object.keys(pluginPermissions) as PluginPermission[]

export const pluginEvents = {
  'server.state': 'events:servers',
  'task.end': 'events:tasks',
  'user.sign_in': 'events:sign-ins',
  'player.join': 'events:players',
} as const satisfies Record<string, PluginPermission>

export type PluginEvent = keyof typeof pluginEvents
export const pluginEventNames = Object.keys(pluginEvents) as PluginEvent[]
