// The metric series of section 6.3, with their units; also the order in which the daemon link carries their values.

export type MetricUnit = 'yes or no' | 'percent' | 'bytes' | 'processes' | 'load' | 'seconds'

export interface MetricSeries {
  name: string
  meaning: string
  unit: MetricUnit
}

/**
 * The daemon link sends values by position: append, never reorder. `_percent` of a processor counts 100 for each core
 * that a game server keeps busy; for a node 100 is the whole machine. A name that ends in `_total` counts up.
 */
export const gameServerSeries = [
  { name: 'panel_server_up', meaning: 'server is running or not', unit: 'yes or no' },
  { name: 'panel_server_cpu_usage_percent', meaning: 'CPU load', unit: 'percent' },
  { name: 'panel_server_memory_usage_bytes', meaning: 'memory used', unit: 'bytes' },
  { name: 'panel_server_memory_limit_bytes', meaning: 'memory limit', unit: 'bytes' },
  { name: 'panel_server_memory_usage_percent', meaning: 'memory used, of the limit', unit: 'percent' },
  { name: 'panel_server_network_receive_bytes_total', meaning: 'received', unit: 'bytes' },
  { name: 'panel_server_network_transmit_bytes_total', meaning: 'sent', unit: 'bytes' },
  { name: 'panel_server_block_io_read_bytes_total', meaning: 'read from disk', unit: 'bytes' },
  { name: 'panel_server_block_io_write_bytes_total', meaning: 'written to disk', unit: 'bytes' },
  { name: 'panel_server_process_pids', meaning: 'number of server processes', unit: 'processes' },
] as const satisfies readonly MetricSeries[]

export const nodeSeries = [
  { name: 'panel_node_cpu_usage_percent', meaning: 'CPU load', unit: 'percent' },
  { name: 'panel_node_memory_usage_bytes', meaning: 'memory used', unit: 'bytes' },
  { name: 'panel_node_memory_total_bytes', meaning: 'total memory', unit: 'bytes' },
  { name: 'panel_node_memory_usage_percent', meaning: 'memory used', unit: 'percent' },
  { name: 'panel_node_swap_usage_bytes', meaning: 'swap used', unit: 'bytes' },
  { name: 'panel_node_swap_total_bytes', meaning: 'total swap', unit: 'bytes' },
  { name: 'panel_node_disk_usage_bytes', meaning: 'disk used', unit: 'bytes' },
  { name: 'panel_node_disk_total_bytes', meaning: 'total disk', unit: 'bytes' },
  { name: 'panel_node_disk_usage_percent', meaning: 'disk used', unit: 'percent' },
  { name: 'panel_node_network_receive_bytes_total', meaning: 'received', unit: 'bytes' },
  { name: 'panel_node_network_transmit_bytes_total', meaning: 'sent', unit: 'bytes' },
  { name: 'panel_node_load1', meaning: 'load average of 1 minute', unit: 'load' },
  { name: 'panel_node_load5', meaning: 'load average of 5 minutes', unit: 'load' },
  { name: 'panel_node_load15', meaning: 'load average of 15 minutes', unit: 'load' },
  { name: 'panel_node_uptime_seconds_total', meaning: 'uptime', unit: 'seconds' },
] as const satisfies readonly MetricSeries[]

export type GameServerSeriesName = (typeof gameServerSeries)[number]['name']
export type NodeSeriesName = (typeof nodeSeries)[number]['name']
export type MetricSeriesName = GameServerSeriesName | NodeSeriesName
