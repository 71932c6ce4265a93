// What a container uses, from the engine's statistics: with control groups of either version, absent where not measured.

import type { ProcessUsage } from '../../process-manager.ts'

/** The part of the engine's answer that counts; every piece of it may be missing. */
export interface EngineStats {
  read?: string
  cpu_stats?: { cpu_usage?: { total_usage?: number } }
  memory_stats?: { usage?: number; stats?: Record<string, number> | null }
  networks?: Record<string, { rx_bytes: number; tx_bytes: number }> | null
  blkio_stats?: { io_service_bytes_recursive?: { op: string; value: number }[] | null }
  pids_stats?: { current?: number }
}

export interface Measured {
  stats: EngineStats
  /** 0: there is no limit. */
  memoryLimitBytes: number
  /** From the control group itself, for an engine that does not tell it. */
  pageCacheBytes: number | null
}

export function usageOfStats({ stats, memoryLimitBytes, pageCacheBytes }: Measured): ProcessUsage {
  const usage: ProcessUsage = {}
  const set = (name: keyof ProcessUsage, value: number | undefined) => {
    if (value !== undefined) usage[name] = value
  }
  // An engine that could not measure answers with zeros of the year 1.
  if (stats.read === undefined || stats.read.startsWith('0001-')) return usage
  const cpuNanoseconds = positive(stats.cpu_stats?.cpu_usage?.total_usage)
  set('cpuSeconds', cpuNanoseconds === undefined ? undefined : cpuNanoseconds / 1e9)
  set('memoryBytes', memoryOf(stats, pageCacheBytes))
  set('memoryLimitBytes', positive(memoryLimitBytes))
  const networks = Object.values(stats.networks ?? {})
  if (networks.length > 0) {
    usage.networkReceiveBytes = networks.reduce((sum, { rx_bytes }) => sum + rx_bytes, 0)
    usage.networkTransmitBytes = networks.reduce((sum, { tx_bytes }) => sum + tx_bytes, 0)
  }
  set('blockReadBytes', blockBytes(stats, 'read'))
  set('blockWriteBytes', blockBytes(stats, 'write'))
  set('pids', positive(stats.pids_stats?.current))
  return usage
}

/** Pages of files can be dropped at any time and so do not count; shared memory cannot, and does. */
function memoryOf({ memory_stats }: EngineStats, pageCacheBytes: number | null): number | undefined {
  const used = positive(memory_stats?.usage)
  if (used === undefined) return undefined
  const cache = pageCacheOf(memory_stats?.stats ?? {}) ?? pageCacheBytes ?? 0
  return Math.max(0, used - cache)
}

/** The names of control groups version 1 with all children, then those of version 2. */
export function pageCacheOf(stats: Record<string, number>): number | null {
  const cache = stats.total_cache ?? stats.file
  if (cache === undefined) return null
  return Math.max(0, cache - (stats.total_shmem ?? stats.shmem ?? 0))
}

function blockBytes({ blkio_stats }: EngineStats, operation: string): number | undefined {
  const entries = blkio_stats?.io_service_bytes_recursive ?? []
  if (entries.length === 0) return undefined
  return entries.filter(({ op }) => op.toLowerCase() === operation).reduce((sum, { value }) => sum + value, 0)
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined
}
