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
  people: async () => (await import('./people.ts')).people,
}
