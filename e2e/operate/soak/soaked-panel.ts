// The panel under a long load, as its own process; asked, it tells what it holds after the garbage is collected.

import { readdirSync } from 'node:fs'
import { administrator, startTestPanel } from '../../../panel/test/start-test-panel.ts'
import type { Sample } from './logic/growth.ts'

const panel = await startTestPanel({ keepsHouse: true })
Object.defineProperty(panel.clock, 'nowMs', { get: Date.now })
const forgetting = setInterval(() => {
  panel.logLines.length = 0
}, 100)

process.on('message', message => {
  if (message !== 'measure') return
  panel.logLines.length = 0
  globalThis.gc?.()
  const sample: Sample = {
    heapBytes: process.memoryUsage().heapUsed,
    descriptors: readdirSync('/proc/self/fd').length,
    timers: process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length,
  }
  process.send?.(sample)
})
process.once('disconnect', () => {
  clearInterval(forgetting)
  void panel.stop().then(() => process.exit(0))
})
process.send?.({ url: panel.url, administrator })
