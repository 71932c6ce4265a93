// node bench/neighbors/main.ts: whether a request costs more because others are there. Two panels in turns: GET
// /api/servers over a PAT of somebody with 50 game servers, once among few other users, tokens and game servers and once
// among many. Lists are kept for a moment, so they are measured as they are and with a new question every time.

import { measureLoad } from '../measuring/keep-alive-load.ts'
import { type MeasuredProcess, startProcess } from '../measuring/measured-process.ts'
import { measureRounds, middleRound } from '../measuring/rounds.ts'
import { report } from '../report/report.ts'
import { ratioAtLeast } from '../report/row.ts'
import type { Measured, Others } from './measured-panel.ts'

const few: Others = { users: 50, gameServers: 50 }
const many: Others = { users: 20_000, gameServers: 5_000 }
const turnsPerRound = 6
const turnMs = 250
const warmUpMs = 2_000
const connections = 16
const aim = ratioAtLeast(0.9)

/** More than the panel keeps, all with the same answer. */
const unkept = Array.from(
  { length: 3_600 },
  (_, n) => `/api/servers?per_page=${100 + (n % 900)}&sort=${['id', '-id', 'name', '-name'][n % 4]}`,
)

const amongFew = await start(few)
try {
  const amongMany = await start(many)
  try {
    await compare(amongMany, 'GET /api/servers', '/api/servers')
    await compare(amongMany, 'GET /api/servers, nothing cached', unkept)
  } finally {
    await amongMany.end()
  }
} finally {
  await amongFew.end()
}

function start(firstOrder: Others): Promise<MeasuredProcess<Measured>> {
  return startProcess<Measured>(new URL('./measured-panel.ts', import.meta.url), { firstOrder })
}

async function compare(
  amongMany: MeasuredProcess<Measured>,
  name: string,
  path: string | string[],
): Promise<void> {
  const load = ({ ready: { url, personalAccessToken: bearer } }: typeof amongMany, durationMs: number) =>
    measureLoad({ port: Number(new URL(url).port), path, bearer, connections, durationMs })
  for (const panel of [amongFew, amongMany]) await load(panel, warmUpMs)
  const sides = { figure: () => load(amongMany, turnMs), baseline: () => load(amongFew, turnMs) }
  const round = middleRound(await measureRounds(sides, turnsPerRound))
  const others = `${many.users.toLocaleString('en')} users and tokens, ${many.gameServers.toLocaleString('en')} game servers`
  report({ work: `${name}, among ${others} (baseline: ${few.users})`, unit: '/s', ...round, aim })
}
