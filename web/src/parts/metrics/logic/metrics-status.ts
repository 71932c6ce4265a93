// Which sentence stands above the charts.

import type { LineState } from '../../../platform/logic/reconnect.ts'

/** Away: the node is offline, and what is drawn is the last that it sent. */
export type MetricsStatus =
  | 'connecting'
  | 'reconnecting'
  | 'interrupted'
  | 'forbidden'
  | 'gone'
  | 'live'
  | 'away'

export function metricsStatus(line: LineState, isReplayed: boolean, isInterrupted: boolean): MetricsStatus {
  if (line === 'forbidden' || line === 'gone' || line === 'reconnecting') return line
  if (isInterrupted) return 'interrupted'
  return isReplayed ? 'live' : 'connecting'
}
