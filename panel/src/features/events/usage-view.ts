// Cuts what game servers use to those whose metrics a person may see, without judging every server every time.

import type { LoginSessionCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { Access } from '../access/access.ts'
import type { UsageBatch } from '../metrics/metrics.ts'

/** As long as rights may be remembered at most. */
const rememberedMs = 30_000

export function createUsageView(access: Access, changes: Changes, now: () => number) {
  let judged = new Map<number, { untilMs: number; isVisible: Map<number, boolean> }>()
  changes.listen(change => {
    if (change.kind === 'rights-changed' || change.kind === 'changes-missed') judged = new Map()
  })

  function judgedFor(userId: number): Map<number, boolean> {
    const known = judged.get(userId)
    if (known && now() < known.untilMs) return known.isVisible
    const fresh = new Map<number, boolean>()
    judged.set(userId, { untilMs: now() + rememberedMs, isVisible: fresh })
    return fresh
  }

  return {
    async visible(caller: LoginSessionCaller, batch: UsageBatch): Promise<UsageBatch> {
      const isVisible = judgedFor(caller.userId)
      for (const [id] of batch) {
        if (isVisible.has(id)) continue
        const held = await access.onGameServer(caller, id)
        isVisible.set(id, held['game-server-metrics'])
      }
      return batch.filter(([id]) => isVisible.get(id))
    },
  }
}
