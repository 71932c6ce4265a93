// Cuts what game servers use to those whose metrics a person may see. What it costs depends on how many these are and
// not on how many there are in all: whoever sees a few is looked up, whoever sees all but a few is not looked through.

import type { LoginSessionCaller } from '../../platform/caller.ts'
import type { Access } from '../access/access.ts'
import type { UsageBatch } from '../metrics/metrics.ts'

export function createUsageView({ gameServersWith }: Pick<Access, 'gameServersWith'>) {
  /** A batch goes to everybody who listens and is ordered once. */
  const ordered = new WeakMap<UsageBatch, Map<number, UsageBatch[number]>>()

  function byId(batch: UsageBatch): Map<number, UsageBatch[number]> {
    const known = ordered.get(batch) ?? new Map(batch.map(usage => [usage[0], usage]))
    ordered.set(batch, known)
    return known
  }

  return {
    async visible(caller: Pick<LoginSessionCaller, 'userId'>, batch: UsageBatch): Promise<UsageBatch> {
      const seen = await gameServersWith(caller.userId, 'game-server-metrics')
      if (!seen.all) {
        const usages = byId(batch)
        return seen.only.map(id => usages.get(id)).filter(usage => usage !== undefined)
      }
      if (seen.except.length === 0) return batch
      const hidden = new Set(seen.except)
      return batch.filter(([id]) => !hidden.has(id))
    },
  }
}
