// node bench/http/main.ts: answers per second of the hottest routes, as a ratio to Node's bare HTTP server that answers
// the same bytes. In turns, five rounds; the round with the median ratio. Before each row stands the processor time of
// one answer: the load itself takes its share of the machine, and limits the bare server more than the panel.

import { measureLoad } from '../measuring/keep-alive-load.ts'
import { type MeasuredProcess, startProcess } from '../measuring/measured-process.ts'
import { processorMs } from '../measuring/process-figures.ts'
import { measureRounds, middleRound } from '../measuring/rounds.ts'
import { detail, report } from '../report/report.ts'
import { ratioAtLeast } from '../report/row.ts'
import type { BareAnswers } from './bare-server.ts'
import type { Measured } from './measured-panel.ts'

interface Question {
  work: string
  path: string
  gameServers: number
  as: 'sessionToken' | 'personalAccessToken'
  aim?: number
}

/** Short turns: whatever else the machine does then meets both alike. */
const turnsPerRound = 6
const turnMs = 250
const warmUpMs = 2_000
const connections = 16
const byToken = 'personalAccessToken'
const list = '/api/servers'
const questions: Question[] = [
  { work: 'GET /api/profile, session', path: '/api/profile', gameServers: 0, as: 'sessionToken' },
  { work: 'GET /api/servers, 1 game server, PAT', path: list, gameServers: 1, as: byToken },
  { work: 'GET /api/servers, 50 game servers, PAT', path: list, gameServers: 50, as: byToken, aim: 0.5 },
  { work: 'GET /api/servers, 50 game servers, session', path: list, gameServers: 50, as: 'sessionToken' },
  {
    work: 'GET /api/servers, 1,000 game servers, PAT',
    path: `${list}?per_page=1000`,
    gameServers: 1_000,
    as: byToken,
  },
]

const panel = await startProcess<Measured>(new URL('./measured-panel.ts', import.meta.url))
try {
  for (const question of questions) {
    if (question.gameServers > 0) await panel.ask(question.gameServers)
    await measure(question)
  }
} finally {
  await panel.end()
}

async function measure(question: Question): Promise<void> {
  const firstOrder = await answersOf(question)
  const bare = await startProcess<number>(new URL('./bare-server.ts', import.meta.url), { firstOrder })
  try {
    const { work, path, as, aim } = question
    const own = { pid: panel.pid, port: Number(new URL(panel.ready.url).port) }
    const bareOne = { pid: bare.pid, port: bare.ready }
    const load = (port: number, durationMs: number) =>
      measureLoad({ port, path, bearer: panel.ready[as], connections, durationMs })
    for (const { port } of [own, bareOne]) await load(port, warmUpMs)
    const costs = { own: noteCosts(own, load), bare: noteCosts(bareOne, load) }
    const sides = { figure: costs.own.measure, baseline: costs.bare.measure }
    const round = middleRound(await measureRounds(sides, turnsPerRound))
    detail(
      `${work}, µs of processor time for an answer: panel ${costs.own.each()}, bare ${costs.bare.each()}`,
    )
    report({ work, unit: '/s', ...round, ...(aim ? { aim: ratioAtLeast(aim) } : {}) })
  } finally {
    await bare.end()
  }
}

function noteCosts(
  { pid, port }: Pick<MeasuredProcess<unknown>, 'pid'> & { port: number },
  load: (port: number, durationMs: number) => Promise<number>,
) {
  let [usedMs, answers] = [0, 0]
  return {
    async measure(): Promise<number> {
      const before = processorMs(pid)
      const perSecond = await load(port, turnMs)
      usedMs += processorMs(pid) - before
      answers += (perSecond * turnMs) / 1_000
      return perSecond
    },
    each: () => ((usedMs * 1_000) / answers).toFixed(0),
  }
}

/** The bytes and the headers that the panel itself answers, but for those that Node adds by itself. */
async function answersOf({ path, as }: Question): Promise<BareAnswers> {
  const authorization = `Bearer ${panel.ready[as]}`
  const answer = await fetch(panel.ready.url + path, { headers: { authorization } })
  const own = new Set(['connection', 'date', 'keep-alive', 'content-length', 'transfer-encoding'])
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !own.has(name)))
  return { [path]: { headers, body: await answer.text() } }
}
