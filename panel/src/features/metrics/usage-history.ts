// The last minute of what game servers use, for the small curves of a list: what the node told first, then what came live.

import type { UsageHistory } from '@rookery/contracts/daemon/generated/link.ts'
import type { UsageBatch } from './usage-feed.ts'

/** How many seconds ago, and what was used then. */
export type PastUsage = [secondsAgo: number, cpu: number | null, memory: number | null]

/** What a small curve shows. */
export const historySeconds = 60

interface Point {
  atMs: number
  cpu: number | null
  memory: number | null
}

export function createUsageHistory(nowMs: () => number = () => performance.now()) {
  const known = new Map<number, Point[]>()

  const recent = (points: readonly Point[], now: number) =>
    points.filter(({ atMs }) => now - atMs <= historySeconds * 1_000)

  return {
    begin(histories: readonly UsageHistory[]): void {
      const now = nowMs()
      for (const { gameServerId, points } of histories) {
        const past = points.map(({ secondsAgo, cpuPercent, memoryBytes }) => ({
          atMs: now - secondsAgo * 1_000,
          cpu: cpuPercent ?? null,
          memory: memoryBytes ?? null,
        }))
        known.set(gameServerId, recent(past, now))
      }
    },
    take(batch: UsageBatch): void {
      const now = nowMs()
      for (const [id, cpu, memory] of batch)
        known.set(id, [...recent(known.get(id) ?? [], now), { atMs: now, cpu, memory }])
    },
    of(gameServerId: number): PastUsage[] {
      const now = nowMs()
      return recent(known.get(gameServerId) ?? [], now).map(({ atMs, cpu, memory }) => [
        Math.round((now - atMs) / 100) / 10,
        cpu,
        memory,
      ])
    },
    drop: (gameServerId: number): void => void known.delete(gameServerId),
    clear: (): void => known.clear(),
  }
}
