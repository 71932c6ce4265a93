// Requests at a steady, light pace that leaves the panel idle in between: how long it lets a single person wait.

import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from './percentile.ts'

const requestCount = 300
const paceMs = 10

/** Within how many milliseconds 99 of 100 were answered; every answer must be a 200. */
export async function pacedP99(address: string, bearer: string): Promise<number> {
  const headers = { authorization: `Bearer ${bearer}` }
  const times: number[] = []
  const running: Promise<void>[] = []
  for (let count = 0; count < requestCount; count++) {
    running.push(ask())
    await delay(paceMs)
  }
  await Promise.all(running)
  return percentile(times, 0.99)

  async function ask(): Promise<void> {
    const begunAt = performance.now()
    const answer = await fetch(address, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`)
    times.push(performance.now() - begunAt)
  }
}
