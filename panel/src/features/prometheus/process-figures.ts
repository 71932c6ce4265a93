// This process: processor, memory, open files and how late its event loop is, by the names that dashboards for Node know.

import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type MetricFamily, single } from './logic/exposition.ts'

/** Figures of the lag are of the last whole window, so that several scrapers read the same. */
const windowMs = 10_000
/** How often the loop is looked at: what the histogram tells is that much more than the lag. */
const resolutionMs = 20

interface Lag {
  mean: number
  p50: number
  p99: number
  max: number
}

export function watchProcess() {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  let lag: Lag | null = null
  delay.enable()
  const windows = setInterval(() => {
    if (delay.count > 0) lag = lagOf(delay)
    delay.reset()
  }, windowMs).unref()

  return {
    async families(): Promise<MetricFamily[]> {
      const { user, system } = process.cpuUsage()
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
      const files = await countOpenFiles()
      return [
        single('process_cpu_user_seconds_total', 'counter', 'User CPU time spent.', user / 1e6),
        single('process_cpu_system_seconds_total', 'counter', 'System CPU time spent.', system / 1e6),
        single(
          'process_cpu_seconds_total',
          'counter',
          'User and system CPU time spent.',
          (user + system) / 1e6,
        ),
        single(
          'process_start_time_seconds',
          'gauge',
          'When the process started, in Unix seconds.',
          startSeconds,
        ),
        single('process_resident_memory_bytes', 'gauge', 'Resident memory.', rss),
        ...(files === null ? [] : [single('process_open_fds', 'gauge', 'Open file descriptors.', files)]),
        single('nodejs_heap_size_used_bytes', 'gauge', 'Heap in use.', heapUsed),
        single('nodejs_heap_size_total_bytes', 'gauge', 'Size of the heap.', heapTotal),
        single('nodejs_external_memory_bytes', 'gauge', 'Memory of objects outside of the heap.', external),
        ...lagFamilies(lag),
      ]
    },
    close(): void {
      clearInterval(windows)
      delay.disable()
    },
  }
}

const startSeconds = Math.round(performance.timeOrigin) / 1_000

function lagOf(delay: ReturnType<typeof monitorEventLoopDelay>): Lag {
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs) / 1_000
  return {
    mean: seconds(delay.mean),
    p50: seconds(delay.percentile(50)),
    p99: seconds(delay.percentile(99)),
    max: seconds(delay.max),
  }
}

const lagNames = { mean: 'Mean', p50: 'Median', p99: '99th percentile', max: 'Maximum' } as const

function lagFamilies(lag: Lag | null): MetricFamily[] {
  return Object.entries(lagNames).map(
    ([figure, name]): MetricFamily => ({
      name: `nodejs_eventloop_lag_${figure}_seconds`,
      help: `${name} of the lag of the event loop in the last 10 s.`,
      type: 'gauge',
      samples: lag ? [{ labels: '', value: lag[figure as keyof Lag] }] : [],
    }),
  )
}

/** Null where the system does not tell. */
async function countOpenFiles(): Promise<number | null> {
  const names = await readdir('/proc/self/fd').catch(() => null)
  return names === null ? null : names.length
}
