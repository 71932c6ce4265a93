// Reads the kernel's text files about the whole machine; what is not in them is null.

/** The first line of /proc/stat: idle and waiting for a disk are not busy. */
export function parseCpuTimes(text: string): { busy: number; total: number } | null {
  const line = /^cpu +(.+)$/m.exec(text)?.[1]
  if (line === undefined) return null
  // The times of guests, from the ninth on, are already part of the first two.
  const ticks = line.trim().split(/\s+/).slice(0, 8).map(Number)
  const total = ticks.reduce((sum, value) => sum + value, 0)
  return { busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0), total }
}

interface Filled {
  usedBytes: number
  totalBytes: number
}

/** /proc/meminfo: used is what a program could not get. */
export function parseMemory(text: string): { memory: Filled | null; swap: Filled | null } {
  const field = (name: string) => {
    const kibibytes = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text)?.[1]
    return kibibytes === undefined ? null : Number(kibibytes) * 1024
  }
  const filled = (total: number | null, free: number | null) =>
    total === null || free === null ? null : { usedBytes: total - free, totalBytes: total }
  return {
    memory: filled(field('MemTotal'), field('MemAvailable')),
    swap: filled(field('SwapTotal'), field('SwapFree')),
  }
}

/** /proc/net/dev. */
export function parseNetwork(text: string): Map<string, { receiveBytes: number; transmitBytes: number }> {
  const found = new Map<string, { receiveBytes: number; transmitBytes: number }>()
  for (const [, name = '', counters = ''] of text.matchAll(/^\s*([^\s:|][^:|]*):\s*([\d\s]+)$/gm)) {
    const values = counters.trim().split(/\s+/).map(Number)
    found.set(name, { receiveBytes: values[0] ?? 0, transmitBytes: values[8] ?? 0 })
  }
  return found
}

/** /proc/loadavg. */
export function parseLoad(text: string): { one: number; five: number; fifteen: number } | null {
  const [one, five, fifteen] = text.split(' ').map(Number)
  if (one === undefined || five === undefined || fifteen === undefined) return null
  return { one, five, fifteen }
}
