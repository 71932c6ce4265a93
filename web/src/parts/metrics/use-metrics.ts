// Holds the live connection to the metrics of one thing, history first, then what is new; all parts of a page share it.

import type { MetricsMessage } from '@rookery/contracts/websocket/metrics.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { type LiveSocket, openLiveSocket } from '../../platform/live-socket.ts'
import type { LineState } from '../../platform/logic/reconnect.ts'
import { emptyHistory, type MetricHistory, namedPointsOf, withSamples } from './logic/metric-history.ts'

/** No more than this stays in the page, however long it is open. */
const retainedSeconds = 6 * 3600

export interface LiveMetrics {
  history: MetricHistory
  line: LineState
  /** All that the node remembers has come. */
  isReplayed: boolean
  /** Collection is interrupted. */
  isInterrupted: boolean
}

const nothingYet: LiveMetrics = {
  history: emptyHistory,
  line: 'connecting',
  isReplayed: false,
  isInterrupted: false,
}

function after(metrics: LiveMetrics, message: MetricsMessage): LiveMetrics {
  if (message.type === 'metrics.error') return { ...metrics, isInterrupted: true }
  if (message.type === 'metrics.replay.done') return { ...metrics, isReplayed: true, isInterrupted: false }
  if (message.type !== 'metrics' && message.type !== 'metrics.replay') return metrics
  return {
    ...metrics,
    history: withSamples(metrics.history, namedPointsOf(message.payload), retainedSeconds),
    isInterrupted: message.type === 'metrics' ? false : metrics.isInterrupted,
  }
}

interface Watch {
  metrics: LiveMetrics
  listeners: Set<() => void>
  socket: LiveSocket
}

const watches = new Map<string, Watch>()

function openWatch(path: string): Watch {
  const listeners = new Set<() => void>()
  const become = (metrics: LiveMetrics) => {
    watch.metrics = metrics
    for (const listener of listeners) listener()
  }
  const watch: Watch = {
    metrics: nothingYet,
    listeners,
    socket: openLiveSocket<MetricsMessage>({
      path,
      query: () => ({ form: 'columns' }),
      onState: line => become({ ...watch.metrics, line }),
      onMessage: message => become(after(watch.metrics, message)),
    }),
  }
  watches.set(path, watch)
  return watch
}

function watchMetrics(path: string, listener: () => void): () => void {
  const watch = watches.get(path) ?? openWatch(path)
  watch.listeners.add(listener)
  return () => {
    watch.listeners.delete(listener)
    if (watch.listeners.size > 0) return
    watches.delete(path)
    watch.socket.close()
  }
}

/** Without a path nothing is watched: for those who may not see it. */
export function useMetrics(path: string | null): LiveMetrics {
  const subscribe = useCallback(
    (listener: () => void) => (path === null ? () => {} : watchMetrics(path, listener)),
    [path],
  )
  return useSyncExternalStore(subscribe, () => (path && watches.get(path)?.metrics) || nothingYet)
}
