// node bench/http/main.ts [WORDS]: answers per second of the hottest routes, as a ratio to Node's bare HTTP server that answers
// the same bytes. In turns, five rounds; the round with the median ratio. Before each row stands the processor time of
// one answer: the load itself takes its share of the machine, and limits the bare server more than the panel. WORDS
// choose rows by what is in their names.

import { measureLoad } from '../measuring/keep-alive-load.ts'
import { type MeasuredProcess, startProcess } from '../measuring/measured-process.ts'
import { processorMs } from '../measuring/process-figures.ts'
import { measureRounds, middleRound } from '../measuring/rounds.ts'
import { detail, report } from '../report/report.ts'
import { ratioAtLeast } from '../report/row.ts'
import type { BareAnswers } from './bare-server.ts'
import type { Measured, Order } from './measured-panel.ts'

interface Question extends Partial<Order> {
  work: string
  /** Several are asked in turn. */
  paths: readonly string[]
  as: 'sessionToken' | 'personalAccessToken'
  aim?: number
}

/** Short turns: whatever else the machine does then meets both alike. */
const turnsPerRound = 6
const turnMs = 250
const warmUpMs = 2_000
const connections = 16
const byToken = 'personalAccessToken'
const session = 'sessionToken'
const list = '/api/servers'
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
/** Nobody asks the same again within a second. */
const sorts = ['name', '-name', 'id', '-id', 'created_at', '-created_at']
const otherQuestions = numbers(900).flatMap(n =>
  sorts.map(sort => `${list}?sort=${sort}&per_page=${100 + n}`),
)
const nodes = 300
const profile = { paths: ['/api/profile'], as: session } as const
const listOf1 = { paths: [list], gameServers: 1, as: byToken } as const
const listOf50 = { paths: [list], gameServers: 50 } as const
const listOf1000 = { paths: [`${list}?per_page=1000`], gameServers: 1_000, as: byToken } as const
const templates = { paths: ['/api/templates'], as: session } as const
const ofEach50 = (part: string) =>
  ({ paths: numbers(50).map(id => `${list}/${id}${part}`), gameServers: 50, as: session }) as const
const forgetting = { between: 'forgetting after each' } as const

const questions: Question[] = [
  { work: 'GET /api/profile, session', ...profile, aim: 0.4 },
  { work: 'GET /api/profile, session, nothing cached', ...profile, ...forgetting },
  { work: 'GET /api/templates, all that come with it', ...templates },
  { work: 'GET /api/templates, all that come with it, nothing cached', ...templates, ...forgetting },
  { work: 'GET /api/nodes, one', paths: ['/api/nodes'], gameServers: 1, as: session },
  { work: 'GET /api/tasks, none', paths: ['/api/tasks'], as: session },
  { work: 'GET /api/servers, 1 game server, PAT', ...listOf1 },
  { work: 'GET /api/servers, 1 game server, PAT, nothing cached', ...listOf1, ...forgetting },
  { work: 'GET /api/servers, 50 game servers, PAT', ...listOf50, as: byToken, aim: 0.6 },
  { work: 'GET /api/servers, 50 game servers, PAT, nothing cached', ...listOf50, as: byToken, ...forgetting },
  { work: 'GET /api/servers, 50 game servers, session', ...listOf50, as: session, aim: 0.6 },
  {
    work: 'GET /api/servers, 50 game servers, another question each time, a write after each tenth',
    ...{ paths: otherQuestions, gameServers: 50, as: session, aim: 0.15 },
    between: 'a write after each tenth',
  },
  {
    work: 'GET /api/servers/{server}, 50 in turn, nothing cached, a write after each tenth',
    ...{ ...ofEach50(''), aim: 0.3 },
    between: 'a write after each tenth',
  },
  { work: 'GET /api/servers/{server}/abilities, 50 in turn', ...ofEach50('/abilities') },
  { work: 'GET /api/servers, 1,000 game servers, PAT', ...listOf1000 },
  { work: 'GET /api/servers, 1,000 game servers, PAT, nothing cached', ...listOf1000, ...forgetting },
  {
    work: `GET /api/servers, 50 game servers, another of ${nodes} nodes each time, no row text cached`,
    ...{ paths: numbers(nodes).map(node => `${list}?node=${node}`), as: session, aim: 0.1 },
    ...{ gameServers: nodes * 50, perNode: 50 },
    between: 'a write after each tenth',
  },
]

const wanted = process.argv[2] ?? ''
const panel = await startProcess<Measured>(new URL('./measured-panel.ts', import.meta.url))
try {
  for (const question of questions.filter(({ work }) => work.includes(wanted))) {
    const { gameServers = 0, perNode, between = 'nothing' } = question
    await panel.ask({ gameServers, between, ...(perNode && { perNode }) } satisfies Order)
    await measure(question)
  }
} finally {
  await panel.end()
}

async function measure(question: Question): Promise<void> {
  const firstOrder = await answersOf(question)
  const bare = await startProcess<number>(new URL('./bare-server.ts', import.meta.url), { firstOrder })
  try {
    const { work, paths, as, aim } = question
    const own = { pid: panel.pid, port: Number(new URL(panel.ready.url).port) }
    const bareOne = { pid: bare.pid, port: bare.ready }
    const load = (port: number, durationMs: number) =>
      measureLoad({ port, path: paths, bearer: panel.ready[as], connections, durationMs })
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
async function answersOf({ paths, as }: Question): Promise<BareAnswers> {
  const authorization = `Bearer ${panel.ready[as]}`
  const own = new Set(['connection', 'date', 'keep-alive', 'content-length', 'transfer-encoding'])
  const answers: BareAnswers = {}
  for (const path of paths) {
    const [withoutQuery = path] = path.split('?', 1)
    // Questions behind the same path are answered with the same rows here.
    if (withoutQuery in answers) continue
    const answer = await fetch(panel.ready.url + path, { headers: { authorization } })
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !own.has(name)))
    answers[withoutQuery] = { headers, body: await answer.text() }
  }
  return answers
}
