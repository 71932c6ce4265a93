// The Russian texts, area by area.

import type { Catalog } from '../text-areas.ts'

const start = () => import('./start.ts')

export const ru: Catalog = {
  everywhere: async () => (await start()).everywhere,
  signIn: async () => (await start()).signIn,
  secondFactor: async () => (await start()).secondFactor,
  account: async () => (await import('./account.json')).default,
  activity: async () => (await import('./activity.json')).default,
  activityPeople: async () => (await import('./activity-people.json')).default,
  backups: async () => (await import('./backups.json')).default,
  backupStorages: async () => (await import('./backup-storages.json')).default,
  access: async () => (await import('./access.json')).default,
  gameServers: async () => (await import('./game-servers.json')).default,
  serverOverview: async () => (await import('./server-overview.json')).default,
  serverList: async () => (await import('./server-list.json')).default,
  metrics: async () => (await import('./metrics.json')).default,
  nodes: async () => (await import('./nodes.json')).default,
  palette: async () => (await import('./palette.json')).default,
  players: async () => (await import('./players.json')).default,
  files: async () => (await import('./files.json')).default,
  schedules: async () => (await import('./schedules.json')).default,
  permissionTitles: async () => (await import('./permission-titles.json')).default,
  users: async () => (await import('./users.json')).default,
  variables: async () => (await import('./variables.json')).default,
  settings: async () => (await import('./settings.json')).default,
  newServer: async () => (await import('./new-server.json')).default,
  manyServers: async () => (await import('./many-servers.json')).default,
  manageServer: async () => (await import('./manage-server.json')).default,
  crash: async () => (await import('./crash.json')).default,
  failure: async () => (await import('./failure.json')).default,
  missing: async () => (await import('./missing.json')).default,
  games: async () => (await import('./games.json')).default,
  plugins: async () => (await import('./plugins.json')).default,
  pluginFrame: async () => (await import('./plugin-frame.json')).default,
  taskFilters: async () => (await import('./task-filters.json')).default,
  templates: async () => (await import('./templates.json')).default,
  uploads: async () => (await import('./uploads.json')).default,
  webhooks: async () => (await import('./webhooks.json')).default,
  sftp: async () => (await import('./sftp.json')).default,
}
