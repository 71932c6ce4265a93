// Connects the strip above the console with the metrics of the game server and with the output as it comes.

import type { TimeCursor } from '../../../parts/metrics/time-cursor.ts'
import { useMetrics } from '../../../parts/metrics/use-metrics.ts'
import { ConsoleStrip } from './console-strip.tsx'
import { type OutputClock, useOutputSeconds } from './output-clock.ts'

interface LiveStripProps {
  gameServerId: number
  clock: OutputClock
  cursor: TimeCursor
}

export function LiveStrip({ gameServerId, clock, cursor }: LiveStripProps) {
  const { history } = useMetrics(`/api/ws/servers/${gameServerId}/metrics`)
  return <ConsoleStrip history={history} seconds={useOutputSeconds(clock)} cursor={cursor} />
}
