// Strangers may download the daemon, but not without end: few at a time, and a number of times an hour for one address.

import { limits } from '@rookery/contracts/limits.ts'
import type { Cache } from '../../platform/cache/cache.ts'
import { PanelError } from '../../platform/panel-error.ts'

const hourMs = 60 * 60_000
const retrySeconds = 5

export function createDownloadLimit(cache: Pick<Cache, 'incrementIfBelow'>) {
  const running = new Map<string, number>()
  let total = 0

  return {
    /** Gives the function that ends it; refuses with a PanelError. */
    async begin(address: string): Promise<() => void> {
      const own = running.get(address) ?? 0
      if (total >= limits.daemonDownloads || own >= limits.daemonDownloadsOfAddress)
        throw new PanelError('unavailable', {
          message: 'too many downloads of the daemon at the same time, try again in a few seconds',
          headers: { 'retry-after': String(retrySeconds) },
        })
      total += 1
      running.set(address, own + 1)
      let isOver = false
      const end = () => {
        if (isOver) return
        isOver = true
        total -= 1
        const left = (running.get(address) ?? 1) - 1
        if (left === 0) running.delete(address)
        else running.set(address, left)
      }
      try {
        const { allowed } = await cache.incrementIfBelow(address, limits.daemonDownloadsPerHour, hourMs)
        if (allowed) return end
      } catch (error) {
        end()
        throw error
      }
      end()
      throw new PanelError('unavailable', {
        message: `the daemon was downloaded ${limits.daemonDownloadsPerHour} times from this address within an hour, try again later`,
        headers: { 'retry-after': String(hourMs / 1000) },
      })
    },
  }
}
