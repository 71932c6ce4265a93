// Measures a piece of work and its baseline in turns, so that whatever else the machine does meets both alike.

import { percentile } from '../measuring/percentile.ts'

type Work = (n: number) => Promise<unknown>

export interface Measured {
  p50Ms: number
  p99Ms: number
}

export interface Turns {
  own: Measured
  baseline: Measured
}

export async function measureInTurns(rounds: number, work: Work, baseline: Work): Promise<Turns> {
  const taken = { own: [] as number[], baseline: [] as number[] }
  for (let n = 0; n < rounds; n++) {
    taken.baseline.push(await timeOf(() => baseline(n)))
    taken.own.push(await timeOf(() => work(n)))
  }
  return { own: percentilesOf(taken.own), baseline: percentilesOf(taken.baseline) }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function percentilesOf(timesMs: number[]): Measured {
  return { p50Ms: percentile(timesMs, 0.5), p99Ms: percentile(timesMs, 0.99) }
}
