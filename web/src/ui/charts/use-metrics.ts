// Holds the live connection to the metrics of one thing: history first, then what is new.

import type { MetricsMessage } from '@rookery/contracts/websocket/metrics.ts'
import { useEffect, useState } from 'react'
import { openLiveSocket } from '../../platform/live-socket.ts'
import type { LineState } from '../../platform/logic/reconnect.ts'
import { emptyHistory, type MetricHistory, withSamples } from './logic/metric-history.ts'

/** No more than this stays in the page, however long it is open. */
const keptSeconds = 6 * 3600

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
    history: withSamples(metrics.history, message.payload.samples, keptSeconds),
    isInterrupted: message.type === 'metrics' ? false : metrics.isInterrupted,
  }
}

/** Made anew for every thing that is watched: the caller keys its component by it. */
export function useMetrics(path: string): LiveMetrics {
  const [metrics, setMetrics] = useState(nothingYet)
  useEffect(() => {
    const channel = openLiveSocket<MetricsMessage>({
      path,
      onState: line => setMetrics(known => ({ ...known, line })),
      onMessage: message => setMetrics(known => after(known, message)),
    })
    return () => channel.close()
  }, [path])
  return metrics
}
