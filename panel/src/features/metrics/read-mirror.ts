// The history of one thing, read once from its node.

import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError } from '../../platform/daemon-link/link-errors.ts'
import { readWithinSilence } from '../../platform/daemon-link/transfers.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { MetricMirror } from './metric-mirror.ts'
import { seriesCountOf, type WatchedThing } from './metric-sample-rules.ts'

export async function readMirror(
  link: Pick<DaemonLink, 'openTransfer'>,
  thing: WatchedThing,
  now: () => number,
): Promise<MetricMirror> {
  const mirror = new MetricMirror(seriesCountOf(thing), now)
  const gameServerId = thing.kind === 'game-server' ? thing.id : 0
  try {
    const value = { gameServerId, sinceSeq: 0, streamId: '' }
    const transfer = await link.openTransfer(thing.nodeId, { $case: 'watchMetrics', value })
    for await (const body of readWithinSilence(transfer)) {
      if (body.$case !== 'metrics') continue
      mirror.take(body.value)
      if (body.value.endOfHistory) break
    }
    return mirror
  } catch (error) {
    throw new PanelError(error instanceof NodeOfflineError ? 'node_offline' : 'unavailable', { cause: error })
  }
}
