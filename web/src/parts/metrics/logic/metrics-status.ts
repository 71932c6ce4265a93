// Which sentence stands above the charts.

import type { LineState } from '../../../platform/logic/reconnect.ts'

export type MetricsStatus = 'connecting' | 'reconnecting' | 'interrupted' | 'forbidden' | 'gone' | 'live'

export function metricsStatus(line: LineState, isReplayed: boolean, isInterrupted: boolean): MetricsStatus {
  if (line === 'forbidden' || line === 'gone' || line === 'reconnecting') return line
  if (isInterrupted) return 'interrupted'
  return isReplayed ? 'live' : 'connecting'
}
