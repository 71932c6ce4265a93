// What a node uses now and lately, from what was measured: absent where nobody knows.

import type { NodeUsage } from '@rookery/contracts/daemon/generated/link.ts'
import { type NodeSeriesName, nodeSeries } from '@rookery/contracts/metric-series.ts'
import type { MetricRing } from '@rookery/primitives/metric-ring.ts'

/** A load that lasts: shorter ones are the start of a game. */
export const latelySeconds = 300

const placeOf = (name: NodeSeriesName): number => nodeSeries.findIndex(series => series.name === name)

export function nodeUsageOf(ring: MetricRing): NodeUsage {
  const newest = (name: NodeSeriesName) => known(ring.valueOf(ring.endSeq - 1, placeOf(name)))
  if (ring.newestAtSeconds === null) return {}
  return {
    cpuPercent: newest('panel_node_cpu_usage_percent'),
    memoryPercent: newest('panel_node_memory_usage_percent'),
    diskPercent: newest('panel_node_disk_usage_percent'),
    memoryBytes: newest('panel_node_memory_usage_bytes'),
    memoryTotalBytes: newest('panel_node_memory_total_bytes'),
    diskBytes: newest('panel_node_disk_usage_bytes'),
    diskTotalBytes: newest('panel_node_disk_total_bytes'),
    cpuPercentLately: averageLately(ring, placeOf('panel_node_cpu_usage_percent')),
    memoryPercentLately: averageLately(ring, placeOf('panel_node_memory_usage_percent')),
  }
}

/** Of the last five minutes; undefined while less than that was measured. */
function averageLately(ring: MetricRing, series: number): number | undefined {
  const newest = ring.newestAtSeconds ?? 0
  if (newest - ring.timeOf(ring.startSeq) < latelySeconds) return undefined
  let [sum, count] = [0, 0]
  for (let seq = ring.endSeq - 1; seq >= ring.startSeq && ring.timeOf(seq) > newest - latelySeconds; seq--) {
    const value = ring.valueOf(seq, series)
    if (Number.isNaN(value)) continue
    sum += value
    count += 1
  }
  return count === 0 ? undefined : Math.round((100 * sum) / count) / 100
}

function known(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value
}
