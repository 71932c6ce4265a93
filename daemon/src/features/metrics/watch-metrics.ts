// Watches of metrics and of what game servers use. One of metrics: all that is kept, a mark where that ends, then every new tick, as slowly as its reader.

import type {
  GameServersUsage,
  MetricTicks,
  WatchMetrics,
  WatchUsage,
} from '@rookery/contracts/daemon/generated/link.ts'
import type { OutgoingTransfer } from '../../platform/panel-link/outgoing-transfer.ts'
import { type Metrics, nodeSourceId } from './metrics.ts'

/** Some 30 KB: what one message of the link should carry at most. */
const ticksPerMessage = 256

/** What has to be told first fits in one message; after that it is one tick at a time. */
export function isSmallWatch(
  metrics: Pick<Metrics, 'source'>,
  { gameServerId, sinceSeq, streamId }: WatchMetrics,
): boolean {
  const source = metrics.source(gameServerId)
  if (!source) return true
  const { startSeq, endSeq } = source.ring
  return endSeq - (source.streamId === streamId ? Math.max(sinceSeq, startSeq) : startSeq) <= ticksPerMessage
}

/** Goes on until `signal` aborts. What the reader was too slow for has left the history, and is not told. */
export async function* watchMetrics(
  metrics: Pick<Metrics, 'source' | 'ticked' | 'retentionSeconds'>,
  request: WatchMetrics,
  signal: AbortSignal,
): AsyncGenerator<MetricTicks, void, void> {
  const { retentionSeconds } = metrics
  let { streamId, sinceSeq: position } = request
  let isHistory = true
  while (!signal.aborted) {
    // Asked for before reading, so that a tick which comes in between is not slept over.
    const { ticked } = metrics
    const source = metrics.source(request.gameServerId)
    if (source && source.streamId !== streamId) {
      streamId = source.streamId
      position = 0
    }
    const seq = source ? Math.min(Math.max(position, source.ring.startSeq), source.ring.endSeq) : 0
    const count = source ? Math.min(ticksPerMessage, source.ring.endSeq - seq) : 0
    if (count === 0 && !isHistory) {
      await tickOrAbort(ticked, signal)
      continue
    }
    const ticks = Array.from({ length: count }, (_, index) => source?.ring.tickOf(seq + index))
    position = seq + count
    const endOfHistory = isHistory && position === (source?.ring.endSeq ?? 0)
    if (endOfHistory) isHistory = false
    yield {
      streamId: source?.streamId ?? '',
      seq,
      ticks: ticks.filter(tick => tick !== undefined),
      endOfHistory,
      retentionSeconds,
    }
  }
}

export async function sendMetrics(
  metrics: Metrics,
  request: WatchMetrics,
  transfer: OutgoingTransfer,
): Promise<void> {
  for await (const value of watchMetrics(metrics, request, transfer.signal)) {
    await transfer.write({ $case: 'metrics', value })
  }
}

/** Some 30 KB: each has a dozen points or so. */
const historiesPerMessage = 80
const longestHistorySeconds = 600

/** One message at the beginning, and a short one at each tick. */
export const isSmallUsage = (metrics: Pick<Metrics, 'usage'>): boolean =>
  metrics.usage().length <= historiesPerMessage

interface UsageDeps {
  metrics: Pick<
    Metrics,
    'usage' | 'usageHistory' | 'nodeUsage' | 'newestValues' | 'ticked' | 'tickedAtSeconds'
  >
  players: {
    /** Counts until the function that it gives is called. */
    watch(): () => void
    of(gameServerId: number): { players: number; maxPlayers: number | undefined } | null
  }
  /** Null for one that the panel does not know. */
  panelIdOf: (gameServerId: number) => number | null
}

/** The past, where it is asked for; then what was used at the last tick, at once, and so as often as asked. */
export async function sendUsage(
  { metrics, players, panelIdOf }: UsageDeps,
  { historySeconds, everySeconds, allSeries }: WatchUsage,
  { signal, write }: Pick<OutgoingTransfer, 'signal' | 'write'>,
): Promise<void> {
  const named = <Of extends { gameServerId: number }>(list: readonly Of[]): Of[] =>
    list.flatMap(one => {
      const gameServerId = panelIdOf(one.gameServerId)
      return gameServerId === null ? [] : [{ ...one, gameServerId }]
    })
  const unwatch = historySeconds > 0 ? players.watch() : () => undefined
  try {
    const past = metrics.usageHistory(Math.min(historySeconds, longestHistorySeconds))
    const history = historySeconds > 0 ? named(past) : []
    for (let first = 0; first < history.length && !signal.aborted; first += historiesPerMessage) {
      const some = history.slice(first, first + historiesPerMessage)
      await write({ $case: 'usage', value: { gameServers: [], history: some, node: undefined } })
    }
    const usageNow = (): GameServersUsage => ({
      gameServers: named(
        metrics.usage().map(usage => ({
          ...usage,
          ...(historySeconds > 0 && players.of(usage.gameServerId)),
          ...(allSeries && { measured: metrics.newestValues(usage.gameServerId) }),
        })),
      ),
      history: [],
      node: {
        ...metrics.nodeUsage(),
        ...(allSeries && { measured: metrics.newestValues(nodeSourceId) }),
      },
    })
    let toldAtSeconds: number | null = null
    // In both directions: the clock may be set back.
    const isDue = (at: number | null) =>
      at === null || toldAtSeconds === null || Math.abs(at - toldAtSeconds) >= everySeconds
    while (!signal.aborted) {
      const { ticked, tickedAtSeconds } = metrics
      if (isDue(tickedAtSeconds)) {
        await write({ $case: 'usage', value: usageNow() })
        toldAtSeconds = tickedAtSeconds
      }
      await tickOrAbort(ticked, signal)
    }
  } finally {
    unwatch()
  }
}

/** Leaves nothing behind at the signal, which lives as long as the watch: it is waited for at every tick. */
function tickOrAbort(ticked: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const stop = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    void ticked.then(stop)
  })
}
