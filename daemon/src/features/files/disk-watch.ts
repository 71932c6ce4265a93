// Tells of running games whose files take more than their disk limit: nobody can stop a game from writing.

import type { GameServers } from '../game-servers/game-servers.ts'

/** Counting a folder costs; the quota itself counts large ones more rarely. */
const everyMs = 60_000

export interface DiskWatch {
  check(): Promise<void>
  close(): void
}

export function watchDisks(
  gameServers: GameServers,
  diskProblem: (gameServerId: number) => Promise<string | null>,
  failed: (gameServerId: number, error: unknown) => void,
): DiskWatch {
  const reported = new Map<number, string>()
  const check = async () => {
    for (const { id, process } of gameServers.processes()) {
      const supervisor = gameServers.get(id)
      if (!supervisor || (!reported.has(id) && supervisor.record.definition.limits.disk_bytes === null))
        continue
      if (!process) {
        reported.delete(id)
        continue
      }
      try {
        const problem = (await diskProblem(id)) ?? ''
        supervisor.remark(problem, reported.get(id) ?? '')
        if (problem === '') reported.delete(id)
        else reported.set(id, problem)
      } catch (error) {
        failed(id, error)
      }
    }
  }
  const timer = setInterval(() => void check(), everyMs).unref()
  return { check, close: () => clearInterval(timer) }
}
