// node bench/plugins/main.ts: what a plugin costs, and what hostile plugins do to everybody else.
//
// The last rows compare a panel with itself: GET /api/profile at a steady, light pace, quiet and then while four plugins
// misbehave as fast as they may (an endless loop, memory to its limit, a flood of host calls, a trap), each started
// again whenever it has ended. In turns, five times; the round with the median ratio of p99.

import { setTimeout as delay } from 'node:timers/promises'
import { startPlugin } from '../../plugin-host/src/plugin-host.ts'
import { obliging, passing, plugin } from '../../plugin-host/test/wat.ts'
import { startProcess } from '../measuring/measured-process.ts'
import { pacedP99 } from '../measuring/paced-requests.ts'
import { percentile } from '../measuring/percentile.ts'
import { measureRounds, middleRound } from '../measuring/rounds.ts'
import { detail, report } from '../report/report.ts'
import { ratioAtMost } from '../report/row.ts'
import type { Measured, Order } from './measured-panel.ts'

const calls = 20_000
const plugins = 20

await measureCalls()
await measureMemory()
await measureHostile()

async function measureCalls(): Promise<void> {
  for (const [what, body] of [
    ['an empty call', obliging],
    ['a call with one host call', passing],
  ] as const) {
    const one = await startPlugin({ module: plugin(body), hostCall: async () => 1 })
    const times: number[] = []
    for (let count = 0; count < calls; count++) {
      const begunAt = performance.now()
      await one.call('x', null)
      times.push(performance.now() - begunAt)
    }
    await one.close()
    const perSecond = (calls / times.reduce((sum, time) => sum + time, 0)) * 1_000
    const [p50, p99] = [0.5, 0.99].map(part => `${(percentile(times, part) * 1_000).toFixed(0)} µs`)
    detail(`${what}: half within ${p50}, 99 of 100 within ${p99}`)
    report({ work: `plugins, ${what}`, figure: perSecond, unit: 'calls/s' })
  }
}

async function measureMemory(): Promise<void> {
  const module = plugin(obliging)
  const before = process.memoryUsage().rss
  const begunAt = performance.now()
  const running = []
  for (let count = 0; count < plugins; count++)
    running.push(await startPlugin({ module, hostCall: async () => 1 }))
  const startMs = (performance.now() - begunAt) / plugins
  await delay(1_000)
  const each = (process.memoryUsage().rss - before) / plugins / 1024 / 1024
  for (const one of running) await one.close()
  report({ work: 'plugins, memory of one', figure: each, unit: 'MB' })
  report({ work: 'plugins, start of one', figure: startMs, unit: 'ms' })
}

async function measureHostile(): Promise<void> {
  const panel = await startProcess<Measured>(new URL('./measured-panel.ts', import.meta.url))
  const turn = () => pacedP99(`${panel.ready.url}/api/profile`, panel.ready.sessionToken)
  try {
    await turn()
    const rounds = await measureRounds({
      baseline: turn,
      async figure() {
        await panel.ask('misbehave' satisfies Order)
        const beside = await turn()
        await panel.ask('behave' satisfies Order)
        return beside
      },
    })
    const work = 'GET /api/profile beside hostile plugins, 99 of 100 within (baseline: quiet)'
    report({ work, unit: 'ms', ...middleRound(rounds), aim: ratioAtMost(2) })
  } finally {
    await panel.end()
  }
}
