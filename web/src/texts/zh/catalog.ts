// The Chinese texts, area by area.

import type { Catalogue } from '../chapters.ts'

export const zh: Catalogue = {
  everywhere: async () => (await import('./everywhere.ts')).everywhere,
  signIn: async () => (await import('./sign-in.ts')).signIn,
  secondFactor: async () => (await import('./second-factor.ts')).secondFactor,
  account: async () => (await import('./account.ts')).account,
  activity: async () => (await import('./activity.ts')).activity,
  access: async () => (await import('./access.ts')).access,
  gameServers: async () => (await import('./game-servers.ts')).gameServers,
  serverList: async () => (await import('./server-list.ts')).serverList,
  metrics: async () => (await import('./metrics.ts')).metrics,
  nodes: async () => (await import('./nodes.ts')).nodes,
  palette: async () => (await import('./palette.ts')).palette,
  players: async () => (await import('./players.ts')).players,
  files: async () => (await import('./files.ts')).files,
  schedules: async () => (await import('./schedules.ts')).schedules,
  people: async () => (await import('./people.ts')).people,
  variables: async () => (await import('./variables.ts')).variables,
  settings: async () => (await import('./settings.ts')).settings,
  newServer: async () => (await import('./new-server.ts')).newServer,
  manageServer: async () => (await import('./manage-server.ts')).manageServer,
  crash: async () => (await import('./crash.ts')).crash,
  games: async () => (await import('./games.ts')).games,
  plugins: async () => (await import('./plugins.ts')).plugins,
  pluginFrame: async () => (await import('./plugin-frame.ts')).pluginFrame,
  templates: async () => (await import('./templates.ts')).templates,
  uploads: async () => (await import('./uploads.ts')).uploads,
  sftp: async () => (await import('./sftp.ts')).sftp,
}
