// The sections of the API's description, in the order in which people read them, and which file belongs to which.

import type { EndpointFile } from './endpoint-files.ts'

export interface ApiSection {
  name: string
  description: string
  files: readonly EndpointFile[]
}

export const apiSections: readonly ApiSection[] = [
  {
    name: 'Sign-in',
    description:
      'Get a session with a username and a password, finish a sign-in with a second factor, and issue the short-lived tokens that WebSocket channels and downloads take.',
    files: ['auth'],
  },
  {
    name: 'Servers',
    description:
      'Create, configure, start and stop game servers. Everything that takes a while answers `202` with a `task_id`: follow it under Tasks.',
    files: ['game-servers', 'power', 'bulk-actions', 'settings', 'port-check'],
  },
  {
    name: 'Tasks',
    description:
      'Work that a node carries out: installations, starts, backups. A task goes from `waiting` to `working` and ends as `success`, `error` or `canceled`.',
    files: ['tasks'],
  },
  {
    name: 'Files',
    description:
      'The files of a game server. Paths are relative to the folder of the server and use `/`. Small files go through upload and content; large ones through resumable uploads (tus 1.0).',
    files: ['files', 'sftp'],
  },
  {
    name: 'Schedules',
    description: 'What a node does with a game server at set times, also while the panel is away.',
    files: ['schedules'],
  },
  {
    name: 'Players and RCON',
    description:
      'Who is online, and commands to the running game. The game has to be running and to support them.',
    files: ['players', 'rcon'],
  },
  {
    name: 'Backups',
    description: 'Take, browse, compare and restore backups of a game server.',
    files: ['backups'],
  },
  {
    name: 'Backup storages',
    description:
      'The places that backups go to, the backup of the panel itself, and servers found in a storage.',
    files: ['backup-storages', 'found-servers', 'panel-backup'],
  },
  {
    name: 'Databases',
    description: 'Databases of servers, and the hosts on which they are.',
    files: ['databases', 'database-hosts'],
  },
  {
    name: 'Metrics',
    description: 'Processor, memory, disk and network use of game servers and nodes, now and over time.',
    files: ['metrics'],
  },
  {
    name: 'Activity',
    description: 'What happened to game servers and, where it is turned on, what people did in the panel.',
    files: ['activity'],
  },
  {
    name: 'Deleted servers',
    description: 'The trash, and servers that a node still holds though the panel does not know them.',
    files: ['deleted-servers', 'unknown-servers'],
  },
  {
    name: 'Nodes',
    description: 'The machines that run game servers: add, enroll, upgrade and remove them.',
    files: ['nodes', 'node-install', 'placement'],
  },
  {
    name: 'Templates',
    description: 'The games that can be installed. Pterodactyl and Pelican eggs can be imported.',
    files: ['templates'],
  },
  {
    name: 'Profile',
    description: 'Your own account: profile, two-factor authentication and sessions.',
    files: ['profile', 'two-factor', 'login-sessions'],
  },
  {
    name: 'Access tokens',
    description:
      'Personal access tokens let programs act in your name, limited to the permissions you choose.',
    files: ['tokens'],
  },
  {
    name: 'Service accounts',
    description:
      'Accounts of programs, with roles as people have and keys (`rks_…`) that can end, rotate and be limited to addresses. Only administrators in person create and change them.',
    files: ['service-accounts'],
  },
  { name: 'Users', description: 'The accounts of this panel. For administrators.', files: ['users'] },
  {
    name: 'Roles and permissions',
    description:
      'Who can do what: roles, permission entries, invitations, and why something is allowed or denied.',
    files: ['roles', 'permissions', 'invitations', 'ownership'],
  },
  {
    name: 'Suspension',
    description:
      'Servers that may not run and people who may not sign in, each with a reason. For administrators.',
    files: ['suspension'],
  },
  {
    name: 'Plans',
    description:
      'Named sets of limits, given to people by hand or through roles, within which they create servers for themselves.',
    files: ['plans'],
  },
  {
    name: 'Plugins',
    description:
      'Install plugins and grant them permissions. A running plugin also serves the routes that its manifest declares below `/api/plugins/{id}/http/`; they differ from plugin to plugin and are not described here.',
    files: ['plugins'],
  },
  {
    name: 'Webhooks',
    description:
      'Tell other programs what happens: signed requests, repeated until they arrive, with a log of deliveries. For administrators.',
    files: ['webhooks'],
  },
  {
    name: 'Panel',
    description: 'Settings and health of the panel itself.',
    files: ['public-config', 'panel-settings'],
  },
]
