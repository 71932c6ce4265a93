// The files of the HTTP API by their names: operations, types and sections of its description are read from them.

import * as activity from '../http/activity.ts'
import * as auth from '../http/auth.ts'
import * as backupStorages from '../http/backup-storages.ts'
import * as backups from '../http/backups.ts'
import * as bulkActions from '../http/bulk-actions.ts'
import * as databaseHosts from '../http/database-hosts.ts'
import * as databases from '../http/databases.ts'
import * as deletedServers from '../http/deleted-servers.ts'
import * as files from '../http/files.ts'
import * as foundServers from '../http/found-servers.ts'
import * as gameServers from '../http/game-servers.ts'
import * as invitations from '../http/invitations.ts'
import * as loginSessions from '../http/login-sessions.ts'
import * as metrics from '../http/metrics.ts'
import * as nodeInstall from '../http/node-install.ts'
import * as nodes from '../http/nodes.ts'
import * as ownership from '../http/ownership.ts'
import * as panelBackup from '../http/panel-backup.ts'
import * as panelSettings from '../http/panel-settings.ts'
import * as permissions from '../http/permissions.ts'
import * as placement from '../http/placement.ts'
import * as plans from '../http/plans.ts'
import * as players from '../http/players.ts'
import * as plugins from '../http/plugins.ts'
import * as portCheck from '../http/port-check.ts'
import * as power from '../http/power.ts'
import * as profile from '../http/profile.ts'
import * as publicConfig from '../http/public-config.ts'
import * as rcon from '../http/rcon.ts'
import * as roles from '../http/roles.ts'
import * as schedules from '../http/schedules.ts'
import * as serviceAccounts from '../http/service-accounts.ts'
import * as settings from '../http/settings.ts'
import * as sftp from '../http/sftp.ts'
import * as shapes from '../http/shapes.ts'
import * as suspension from '../http/suspension.ts'
import * as tasks from '../http/tasks.ts'
import * as templates from '../http/templates.ts'
import * as tokens from '../http/tokens.ts'
import * as twoFactor from '../http/two-factor.ts'
import * as unknownServers from '../http/unknown-servers.ts'
import * as users from '../http/users.ts'
import * as webhooks from '../http/webhooks.ts'

/** Every file of contracts/src/http that declares endpoints or their shapes. */
export const endpointFiles = {
  activity,
  auth,
  'backup-storages': backupStorages,
  backups,
  'bulk-actions': bulkActions,
  'database-hosts': databaseHosts,
  databases,
  'deleted-servers': deletedServers,
  files,
  'found-servers': foundServers,
  'game-servers': gameServers,
  invitations,
  'login-sessions': loginSessions,
  metrics,
  'node-install': nodeInstall,
  nodes,
  ownership,
  'panel-backup': panelBackup,
  'panel-settings': panelSettings,
  permissions,
  placement,
  plans,
  players,
  plugins,
  'port-check': portCheck,
  power,
  profile,
  'public-config': publicConfig,
  rcon,
  roles,
  schedules,
  'service-accounts': serviceAccounts,
  settings,
  sftp,
  shapes,
  suspension,
  tasks,
  templates,
  tokens,
  'two-factor': twoFactor,
  'unknown-servers': unknownServers,
  users,
  webhooks,
} as const

export type EndpointFile = keyof typeof endpointFiles
