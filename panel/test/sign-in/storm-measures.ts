// What is measured during a storm of sign-ins, as shares of the same run: a slow or busy machine changes both sides.

import { lookup } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** The value below which this part of the values lies. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.POSITIVE_INFINITY
}

/**
 * How much of the process's computing this thread does, and the longest stretch of it that let nothing else have its
 * turn: both in processor time, because what other programs take from us is not our blocking.
 */
export function watchThisThread() {
  const ofThread = process.threadCpuUsage()
  const ofProcess = process.cpuUsage()
  let longestStretchMs = 0
  let before = process.threadCpuUsage()
  const watching = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    longestStretchMs = Math.max(longestStretchMs, (user + system) / 1000)
    before = process.threadCpuUsage()
  }, 5)
  return () => {
    clearInterval(watching)
    const thread = process.threadCpuUsage(ofThread)
    const whole = process.cpuUsage(ofProcess)
    return { longestStretchMs, share: (thread.user + thread.system) / (whole.user + whole.system) }
  }
}

/** Reads a file and looks a name up, again and again; both need a thread of the pool that hashes use too. */
export function usePoolThreads(path: string) {
  const tookMs: number[] = []
  let isOver = false
  const using = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await Promise.all([readFile(path), lookup('localhost')])
      tookMs.push(performance.now() - begun)
      await pause(20)
    }
  })()
  return async () => {
    isOver = true
    await using
    return tookMs
  }
}
