// Watches of metrics and of what game servers use, as they come from the panel.

import type { WatchMetrics } from '@rookery/contracts/daemon/generated/link.ts'
import type { OutgoingTransfer } from '../../platform/panel-link/outgoing-transfer.ts'
import type { Metrics } from './metrics.ts'
import { tickOrAbort, watchMetrics } from './watch-metrics.ts'

export async function sendMetrics(
  metrics: Metrics,
  request: WatchMetrics,
  transfer: OutgoingTransfer,
): Promise<void> {
  for await (const value of watchMetrics(metrics, request, transfer.signal)) {
    await transfer.write({ $case: 'metrics', value })
  }
}

/** What was used at the last tick, at once, and then at every tick. */
export async function sendUsage(
  metrics: Metrics,
  panelIdOf: (gameServerId: number) => number | null,
  { signal, write }: OutgoingTransfer,
): Promise<void> {
  while (!signal.aborted) {
    const { ticked } = metrics
    const gameServers = [...metrics.usage()].flatMap(usage => {
      const gameServerId = panelIdOf(usage.gameServerId)
      return gameServerId === null ? [] : [{ ...usage, gameServerId }]
    })
    await write({ $case: 'usage', value: { gameServers } })
    await tickOrAbort(ticked, signal)
  }
}
