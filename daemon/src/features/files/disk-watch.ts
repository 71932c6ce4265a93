// Tells of running games whose files take more than their disk limit: nobody can stop a game from writing.

import type { GameServers } from '../game-servers/game-servers.ts'

/** Counting a folder costs; the quota itself counts large ones more rarely. */
const everyMs = 60_000

export interface DiskWatch {
  look(): Promise<void>
  close(): void
}

export function watchDisks(
  gameServers: GameServers,
  diskProblem: (gameServerId: number) => Promise<string | null>,
  failed: (gameServerId: number, error: unknown) => void,
): DiskWatch {
  const told = new Map<number, string>()
  const look = async () => {
    for (const { id, process } of gameServers.processes()) {
      const supervisor = gameServers.get(id)
      if (!supervisor || (!told.has(id) && supervisor.record.definition.limits.disk_bytes === null)) continue
      if (!process) {
        told.delete(id)
        continue
      }
      try {
        const problem = (await diskProblem(id)) ?? ''
        supervisor.remark(problem, told.get(id) ?? '')
        if (problem === '') told.delete(id)
        else told.set(id, problem)
      } catch (error) {
        failed(id, error)
      }
    }
  }
  const timer = setInterval(() => void look(), everyMs).unref()
  return { look, close: () => clearInterval(timer) }
}
