// node bench/auth/main.ts: what recognizing a caller costs, as a ratio to the same server answering strangers.

import { measureLoad } from '../measuring/keep-alive-load.ts'
import { startProcess } from '../measuring/measured-process.ts'
import { measureRounds, middleRound } from '../measuring/rounds.ts'
import { report } from '../report/report.ts'
import { ratioAtLeast } from '../report/row.ts'
import type { Measured } from './measured-server.ts'

/** Short turns: whatever else the machine does then meets both alike. */
const turnsPerRound = 8
const turnMs = 250
const warmUpMs = 3_000
const connections = 16

const server = await startProcess<Measured>(new URL('./measured-server.ts', import.meta.url))
try {
  const { port, sessionToken, personalAccessToken } = server.ready
  const open = { path: '/open', bearer: null }
  const load = (asked: { path: string; bearer: string | null }, durationMs: number) =>
    measureLoad({ port, ...asked, connections, durationMs })
  await load(open, warmUpMs)
  for (const { kind, path, bearer, aim } of [
    { kind: 'session token', path: '/for-sessions', bearer: sessionToken, aim: 0.8 },
    { kind: 'personal access token', path: '/for-tokens', bearer: personalAccessToken, aim: 0.7 },
  ]) {
    await load({ path, bearer }, warmUpMs)
    const sides = {
      figure: () => load({ path, bearer }, turnMs),
      baseline: () => load(open, turnMs),
    }
    const round = middleRound(await measureRounds(sides, turnsPerRound))
    report({ work: `recognizing a ${kind}`, unit: '/s', ...round, aim: ratioAtLeast(aim) })
  }
} finally {
  await server.end()
}
