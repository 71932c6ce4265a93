// node bench/login-storm/main.ts: what a storm of sign-ins does to everybody else. The bundled panel as it ships, with
// its full cost of a password hash; GET /api/servers with 50 game servers over a PAT, quiet and beside the storm, in
// turns. The panel hashes two passwords at a time however many wait, so a few that wait stand for many; what has begun is
// awaited before the next quiet turn.

import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { askPanel, signIn } from '../measuring/ask-panel.ts'
import { measureLoad } from '../measuring/keep-alive-load.ts'
import { pacedP99 } from '../measuring/paced-requests.ts'
import { measureRounds, middleRound } from '../measuring/rounds.ts'
import { detail, report } from '../report/report.ts'
import { ratioAtLeast, ratioAtMost } from '../report/row.ts'
import { bundledPanel, startServerProgram } from '../world/server-program.ts'
import { addressHeader, startStorm } from './storm.ts'

const gameServers = 50
const atOnce = 6
const connections = 16
const turnMs = 2_000
const path = '/api/servers'
const password = 'nine brown otters'
/** Two hashes at a time take two processors; only where there are more is enough left for everybody else. */
const leastShare = availableParallelism() > 3 ? 0.8 : 0.4
const mostWait = 5

const dataDir = mkdtempSync(join(tmpdir(), 'rookery-bench-'))
const variables = { ADMIN_PASSWORD: password, AUDIT_CLIENT_IP_HEADER: addressHeader }
const panel = await startServerProgram(bundledPanel, { dataDir, variables })
try {
  const bearer = await fill()
  const port = Number(new URL(panel.url).port)
  const load = () => measureLoad({ port, path, bearer, connections, durationMs: turnMs })
  await load()
  const work = 'GET /api/servers beside a storm of sign-ins'
  const answers = middleRound(await measureRounds({ baseline: load, figure: () => besideStorm(load) }))
  report({ work: `${work} (baseline: quiet)`, unit: '/s', ...answers, aim: ratioAtLeast(leastShare) })
  const pace = () => pacedP99(panel.url + path, bearer)
  const waits = middleRound(await measureRounds({ baseline: pace, figure: () => besideStorm(pace) }))
  const waited = { work: `${work}, 99 of 100 within (baseline: quiet)`, unit: 'ms' } as const
  report({ ...waited, ...waits, aim: ratioAtMost(mostWait) })
} finally {
  await panel.end()
  rmSync(dataDir, { recursive: true, force: true })
}

async function besideStorm(measure: () => Promise<number>): Promise<number> {
  const storm = startStorm(panel.url, atOnce)
  const begunMs = performance.now()
  while (storm.checked() === 0) await new Promise(resolve => setTimeout(resolve, 10))
  const figure = await measure()
  const perSecond = (storm.checked() * 1_000) / (performance.now() - begunMs)
  await storm.end()
  detail(`beside the storm: ${figure.toFixed(1)}, ${perSecond.toFixed(1)} sign-ins a second`)
  if (storm.failures() > 0) throw new Error(`${storm.failures()} sign-ins were not checked`)
  return figure
}

/** Gives a personal access token. */
async function fill(): Promise<string> {
  const signedIn = await signIn(panel.url, password)
  const { id: node_id } = await askPanel(signedIn, 'POST', '/api/nodes', { name: 'node' })
  const templates = await askPanel<{ id: number; slug: string }[]>(
    signedIn,
    'GET',
    '/api/templates?per_page=1000',
  )
  const template_id = templates.find(({ slug }) => slug === 'arena')?.id
  for (let count = 1; count <= gameServers; count++)
    await askPanel(signedIn, 'POST', path, { name: `Server ${count}`, node_id, template_id, install: false })
  const input = { name: 'a script', abilities: ['server:list'] }
  return (await askPanel(signedIn, 'POST', '/api/tokens', input)).token
}
