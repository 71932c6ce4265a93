// Ten minutes of made-up values for looking at the charts: waves, a burst, and half a minute in which nothing was told.

import { gameServerSeries, type MetricSeriesName, nodeSeries } from '@rookery/contracts/metric-series.ts'
import type { MetricSample } from '@rookery/contracts/websocket/metrics.ts'

const stepSeconds = 5
const steps = 120
const mebibyte = 1024 ** 2
const startSeconds = Math.floor(Date.now() / 1000 / stepSeconds) * stepSeconds - steps * stepSeconds
const isTold = (step: number) => step < 62 || step > 69

const wave = (step: number, period: number) => (1 + Math.sin((step / period) * Math.PI * 2)) / 2
const burst = (step: number) => Math.exp(-(((step - 92) / 6) ** 2))

/** What each series shows at a step, as far as it is not flat. */
const shapes: Partial<Record<MetricSeriesName, (step: number) => number>> = {
  panel_server_up: () => 1,
  panel_server_cpu_usage_percent: step => 34 + 18 * wave(step, 31) + 9 * wave(step, 7) + 90 * burst(step),
  panel_server_memory_usage_bytes: step => (1700 + 6 * step + 40 * wave(step, 9)) * mebibyte,
  panel_server_memory_limit_bytes: () => 4096 * mebibyte,
  panel_server_network_receive_bytes_total: step => step * 90_000 + 600_000 * wave(step, 23),
  panel_server_network_transmit_bytes_total: step => step * 260_000 + 900_000 * wave(step, 17),
  panel_server_block_io_read_bytes_total: step => step * 4_000,
  panel_server_block_io_write_bytes_total: step => Math.floor(step / 12) * 9 * mebibyte,
  panel_server_process_pids: step => (step > 85 && step < 100 ? 5 : 3),
  panel_node_cpu_usage_percent: step => 22 + 14 * wave(step, 40) + 6 * wave(step, 5) + 40 * burst(step),
  panel_node_memory_usage_bytes: step => (21_000 + 14 * step) * mebibyte,
  panel_node_memory_total_bytes: () => 65_536 * mebibyte,
  panel_node_memory_usage_percent: step => 32 + 0.02 * step,
  panel_node_swap_usage_bytes: () => 900 * mebibyte,
  panel_node_disk_usage_bytes: step => (310_000 + step) * mebibyte,
  panel_node_disk_total_bytes: () => 953_000 * mebibyte,
  panel_node_network_receive_bytes_total: step => step * 1_400_000 + 4_000_000 * wave(step, 29),
  panel_node_network_transmit_bytes_total: step => step * 5_200_000 + 9_000_000 * wave(step, 13),
  panel_node_load1: step => 1.4 + wave(step, 22) + 2 * burst(step),
  panel_node_load5: step => 1.5 + 0.5 * wave(step, 60) + 0.6 * burst(step - 8),
  panel_node_load15: () => 1.6,
  panel_node_uptime_seconds_total: step => 1_200_000 + step * stepSeconds,
}

const samplesOf = (
  series: readonly { name: MetricSeriesName }[],
  labels: MetricSample['labels'],
): MetricSample[] =>
  series.flatMap(({ name }) => {
    const shape = shapes[name]
    if (!shape) return []
    const told = Array.from({ length: steps }, (_, step) => step).filter(isTold)
    return [
      {
        name,
        labels,
        points: told.map(step => [startSeconds + step * stepSeconds, shape(step)] as [number, number]),
      },
    ]
  })

export const gameServerSamples = samplesOf(gameServerSeries, { server_id: 1 })
export const nodeSamples = samplesOf(nodeSeries, { node_id: 1 })

/** The same values, ending with the last look before now. */
export function untilNow(samples: readonly MetricSample[], nowSeconds: number): MetricSample[] {
  const lateSeconds = Math.floor((nowSeconds - startSeconds) / stepSeconds - steps + 1) * stepSeconds
  return samples.map(sample => ({
    ...sample,
    points: sample.points.map(([at, value]) => [at + lateSeconds, value]),
  }))
}
