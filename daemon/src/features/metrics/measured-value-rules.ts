// Turns what was measured into one value per series, in the order of the contract; NaN where nothing could be measured.

import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import type { HostUsage } from '../../platform/host-usage.ts'
import type { ProcessUsage } from '../../platform/process-managers/process-manager.ts'

/** Processor time that had been used at a moment of a clock that never jumps. */
export interface CpuMark {
  cpuSeconds: number
  atMs: number
}

const absent = Number.NaN

function inOrder<Name extends string>(
  series: readonly { name: Name }[],
  values: Record<Name, number | undefined>,
): number[] {
  return series.map(({ name }) => values[name] ?? absent)
}

/** A game server that does not run has nothing to measure. */
export const stoppedValues: readonly number[] = gameServerSeries.map(({ name }) =>
  name === 'panel_server_up' ? 0 : absent,
)

/** `before` is null at the first look at a process: its load is then unknown. */
export function gameServerValues(
  usage: ProcessUsage,
  cpu: { before: CpuMark | null; now: CpuMark | null },
): number[] {
  const { memoryBytes, memoryLimitBytes } = usage
  return inOrder(gameServerSeries, {
    panel_server_up: 1,
    panel_server_cpu_usage_percent: cpuPercent(cpu.before, cpu.now),
    panel_server_memory_usage_bytes: memoryBytes,
    panel_server_memory_limit_bytes: memoryLimitBytes,
    panel_server_memory_usage_percent: percentOf(memoryBytes, memoryLimitBytes),
    panel_server_network_receive_bytes_total: usage.networkReceiveBytes,
    panel_server_network_transmit_bytes_total: usage.networkTransmitBytes,
    panel_server_block_io_read_bytes_total: usage.blockReadBytes,
    panel_server_block_io_write_bytes_total: usage.blockWriteBytes,
    panel_server_process_pids: usage.pids,
  })
}

export function nodeValues(usage: HostUsage, before: HostUsage | null): number[] {
  const { memory, swap, disk, network, load } = usage
  return inOrder(nodeSeries, {
    panel_node_cpu_usage_percent: hostCpuPercent(before?.cpu, usage.cpu),
    panel_node_memory_usage_bytes: memory?.usedBytes,
    panel_node_memory_total_bytes: memory?.totalBytes,
    panel_node_memory_usage_percent: percentOf(memory?.usedBytes, memory?.totalBytes),
    panel_node_swap_usage_bytes: swap?.usedBytes,
    panel_node_swap_total_bytes: swap?.totalBytes,
    panel_node_disk_usage_bytes: disk?.usedBytes,
    panel_node_disk_total_bytes: disk?.totalBytes,
    // Of what programs can have: file systems keep some for root.
    panel_node_disk_usage_percent: disk && percentOf(disk.usedBytes, disk.usedBytes + disk.freeBytes),
    panel_node_network_receive_bytes_total: network?.receiveBytes,
    panel_node_network_transmit_bytes_total: network?.transmitBytes,
    panel_node_load1: load?.one,
    panel_node_load5: load?.five,
    panel_node_load15: load?.fifteen,
    panel_node_uptime_seconds_total: usage.uptimeSeconds,
  })
}

function cpuPercent(before: CpuMark | null, now: CpuMark | null): number | undefined {
  if (before === null || now === null || now.atMs <= before.atMs) return undefined
  const percent = (100_000 * (now.cpuSeconds - before.cpuSeconds)) / (now.atMs - before.atMs)
  return rounded(Math.max(0, percent))
}

function hostCpuPercent(before: HostUsage['cpu'], now: HostUsage['cpu']): number | undefined {
  if (!before || !now || now.total <= before.total) return undefined
  const percent = (100 * (now.busy - before.busy)) / (now.total - before.total)
  return rounded(Math.min(100, Math.max(0, percent)))
}

function percentOf(part: number | undefined, whole: number | undefined): number | undefined {
  return part === undefined || !whole ? undefined : rounded((100 * part) / whole)
}

/** More digits would say nothing and cost bytes on their way to every browser. */
function rounded(percent: number): number {
  return Math.round(percent * 100) / 100
}
