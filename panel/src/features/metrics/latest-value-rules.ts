// What a node told last as one value for each series; NaN where it told none, or what can be no measurement.

import type { GameServerUsage, MeasuredSeries, NodeUsage } from '@rookery/contracts/daemon/generated/link.ts'
import {
  type GameServerSeriesName,
  gameServerSeries,
  type MetricSeries,
  type NodeSeriesName,
  nodeSeries,
} from '@rookery/contracts/metric-series.ts'

const isMeasurement = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value >= 0

function byPosition<Name extends string>(
  series: readonly (MetricSeries & { name: Name })[],
  measured: MeasuredSeries | undefined,
  byName: Partial<Record<Name, number | undefined>>,
): number[] {
  return series.map(({ name }, at) => {
    const value = measured ? measured.values[at] : byName[name]
    return isMeasurement(value) ? value : Number.NaN
  })
}

/** A daemon of an earlier version tells only what lists show. */
export function gameServerValues({ measured, cpuPercent, memoryBytes }: GameServerUsage): number[] {
  const shown: Partial<Record<GameServerSeriesName, number | undefined>> = {
    panel_server_up: 1,
    panel_server_cpu_usage_percent: cpuPercent,
    panel_server_memory_usage_bytes: memoryBytes,
  }
  return byPosition(gameServerSeries, measured, shown)
}

/** Null while the node measures nothing: then nobody knows which of its game servers run. */
export function nodeValues(usage: NodeUsage): number[] | null {
  const shown: Partial<Record<NodeSeriesName, number | undefined>> = {
    panel_node_cpu_usage_percent: usage.cpuPercent,
    panel_node_memory_usage_bytes: usage.memoryBytes,
    panel_node_memory_total_bytes: usage.memoryTotalBytes,
    panel_node_memory_usage_percent: usage.memoryPercent,
    panel_node_disk_usage_bytes: usage.diskBytes,
    panel_node_disk_total_bytes: usage.diskTotalBytes,
    panel_node_disk_usage_percent: usage.diskPercent,
  }
  if (!usage.measured && !Object.values(shown).some(isMeasurement)) return null
  return byPosition(nodeSeries, usage.measured, shown)
}
