// The English texts, area by area: the catalogue that the other languages are measured against.

export const en = {
  everywhere: async () => (await import('./everywhere.ts')).everywhere,
  signIn: async () => (await import('./sign-in.ts')).signIn,
  secondFactor: async () => (await import('./second-factor.ts')).secondFactor,
  account: async () => (await import('./account.ts')).account,
  gameServers: async () => (await import('./game-servers.ts')).gameServers,
  metrics: async () => (await import('./metrics.ts')).metrics,
  nodes: async () => (await import('./nodes.ts')).nodes,
  palette: async () => (await import('./palette.ts')).palette,
  players: async () => (await import('./players.ts')).players,
  schedules: async () => (await import('./schedules.ts')).schedules,
  people: async () => (await import('./people.ts')).people,
  variables: async () => (await import('./variables.ts')).variables,
  settings: async () => (await import('./settings.ts')).settings,
  newServer: async () => (await import('./new-server.ts')).newServer,
  manageServer: async () => (await import('./manage-server.ts')).manageServer,
  crash: async () => (await import('./crash.ts')).crash,
  games: async () => (await import('./games.ts')).games,
  templates: async () => (await import('./templates.ts')).templates,
}
