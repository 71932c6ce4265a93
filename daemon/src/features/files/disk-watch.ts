// The disk limits of all game servers, and news of running games whose files take more: nobody can stop a game from
// writing.

import type { Log } from '../../platform/log.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { createDiskQuotas, type DiskQuotas } from './disk-quota.ts'

/** Counting a folder costs; the quota itself counts large ones more rarely. */
const everyMs = 60_000

export interface DiskWatch {
  check(): Promise<void>
  close(): void
}

/** Counts in the folders of the game servers as far as somebody asks, and watches those that run. */
export function openDiskQuotas(gameServers: GameServers, log: Log): DiskQuotas & { close(): void } {
  const quotas = createDiskQuotas({
    limitOf(gameServerId) {
      const { uuid, limits } = gameServers.require(gameServerId).record.definition
      return { uuid, limitBytes: limits.disk_bytes }
    },
    measure: gameServerId =>
      gameServers.workInFolder(
        gameServerId,
        { make: false, by: 'node' },
        async root => (await root?.measure()) ?? { files: 0, bytes: 0 },
      ),
    monotonicMs: () => performance.now(),
  })
  const watch = watchDisks(gameServers, quotas.problemOf, (gameServerId, error) =>
    log.warn({ gameServerId, err: error }, 'the files of a game server could not be counted'),
  )
  return { ...quotas, close: watch.close }
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
