// What thirty days of history of many game servers take: size on disk, the cost of a minute, the time of a question.
// The baseline of size and minute is the plain way: one row per game server and moment, all values as SQLite numbers.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gameServerColumns } from '@rookery/contracts/metric-history.ts'
import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import { pino } from 'pino'
import { MetricsHistory } from '../../daemon/src/features/metrics/history/history.ts'
import { report } from '../report/report.ts'
import { atMost, ratioAtMost } from '../report/row.ts'

const days = 30
const start = 20_000 * 86_400
const [gibibyte, ticksPerMinute] = [1024 ** 3, 12]

/** Loads with evenings and noise, memory that breathes, totals that grow: nothing that packs better than a real game. */
function tickOf(server: number, atSeconds: number, totals: number[]): number[] {
  const evening = Math.max(0, Math.sin(((atSeconds % 86_400) / 86_400) * Math.PI * 2 + server))
  const noise = Math.random()
  const values: Record<string, number> = {
    panel_server_up: 1,
    panel_server_cpu_usage_percent: Math.round(100 * (8 + 90 * evening + 12 * noise)) / 100,
    panel_server_memory_usage_bytes: Math.round((1.5 + evening) * gibibyte + noise * 5e7),
    panel_server_memory_limit_bytes: 4 * gibibyte,
    panel_server_memory_usage_percent: Math.round(100 * (37 + 25 * evening + noise)) / 100,
    panel_server_process_pids: 3 + Math.round(noise),
  }
  return gameServerSeries.map(({ name }, at) => {
    if (!name.endsWith('_total')) return values[name] ?? 0
    totals[at] = (totals[at] ?? 0) + Math.round(noise * 400_000 * (1 + evening))
    return totals[at]
  })
}

export async function reportHistory(servers: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-bench-history-'))
  try {
    const minuteMs = await fill(folder, servers)
    const plain = fillPlain(folder, servers)
    const size = sizeOf(folder, 'history.sqlite')
    const name = `metrics history, ${days} days of ${servers} game servers`
    report({
      work: `${name}, size on disk (baseline: a row per point)`,
      figure: size / 1e6,
      unit: 'MB',
      baseline: plain.bytes / 1e6,
      aim: ratioAtMost(0.5),
    })
    report({
      work: `${name}, a minute of all, twelve ticks taken, rolled up and written (baseline: rows written)`,
      figure: middle(minuteMs),
      unit: 'ms',
      baseline: middle(plain.minuteMs),
      aim: atMost(30),
    })
    report({ work: `${name}, the longest minute, with packing`, figure: Math.max(...minuteMs), unit: 'ms' })
    await question(folder, servers, name, plain.database)
    plain.database.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const open = (folder: string, now: () => number) =>
  new MetricsHistory({
    file: join(folder, 'history.sqlite'),
    uuidOf: id => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    countPlayers: async () => Math.floor(Math.random() * 20),
    nowMs: now,
    log: pino({ level: 'silent' }),
  })

/** The last day minute by minute with all of its ticks, the days before with one minute in ten. */
async function fill(folder: string, servers: number): Promise<number[]> {
  let now = start
  const history = open(folder, () => now * 1000)
  const totals = Array.from({ length: servers }, () => [] as number[])
  const measured: number[] = []
  const end = start + days * 86_400
  for (let minute = start; minute < end; ) {
    const isLastDay = minute >= end - 86_400
    const ticks = isLastDay ? ticksPerMinute : 1
    let spentMs = 0
    for (let tick = 0; tick < ticks; tick++) {
      now = minute + tick * 5
      const values = new Map<number, readonly number[]>([[0, nodeSeries.map(() => Math.random() * 1e9)]])
      for (let id = 1; id <= servers; id++) values.set(id, tickOf(id, now, totals[id - 1] ?? []))
      const before = performance.now()
      history.take(now, 0, values)
      await history.settled()
      spentMs += performance.now() - before
    }
    if (isLastDay) measured.push(spentMs)
    minute += isLastDay ? 60 : 600
  }
  await history.close()
  return measured
}

/** As one would do it without thinking: minutes of a day and ten minutes of a month, a row and a column each. */
function fillPlain(folder: string, servers: number) {
  const database = new DatabaseSync(join(folder, 'plain.sqlite'))
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const names = gameServerColumns.map((_, at) => `c${at}`)
  database.exec(
    `CREATE TABLE points (server INTEGER, step INTEGER, at INTEGER, ${names.map(name => `${name} REAL`).join()},
     PRIMARY KEY (server, step, at)) WITHOUT ROWID`,
  )
  const insert = database.prepare(`INSERT INTO points VALUES (?, ?, ?, ${names.map(() => '?').join()})`)
  const totals = Array.from({ length: servers }, () => [] as number[])
  const rowOf = (id: number, at: number) => {
    const values = tickOf(id, at, totals[id - 1] ?? [])
    return gameServerColumns.map((_, column) => values[column % values.length] ?? 0)
  }
  const write = (step: number, at: number): number => {
    const rows = totals.map((_, index) => rowOf(index + 1, at))
    const before = performance.now()
    database.exec('BEGIN')
    for (const [index, row] of rows.entries()) insert.run(index + 1, step, at, ...row)
    database.exec('COMMIT')
    return performance.now() - before
  }
  const end = start + days * 86_400
  for (let at = start; at < end; at += 600) write(600, at)
  const minuteMs: number[] = []
  for (let at = end - 86_400; at < end; at += 60) minuteMs.push(write(60, at))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return { database, minuteMs, bytes: sizeOf(folder, 'plain.sqlite') }
}

async function question(folder: string, servers: number, name: string, plain: DatabaseSync): Promise<void> {
  const end = start + days * 86_400
  const history = open(folder, () => end * 1000)
  const select = plain.prepare('SELECT * FROM points WHERE server = ? AND step = ? AND at >= ? AND at < ?')
  for (const [what, seconds, step] of [
    ['24 hours by the minute', 86_400, 60],
    ['30 days by ten minutes', days * 86_400, 600],
    ['30 days by the hour', days * 86_400, 3_600],
  ] as const) {
    const [taken, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < 40; round++) {
      const gameServerId = 1 + (round % servers)
      const before = performance.now()
      history.read({ gameServerId, fromSeconds: end - seconds, toSeconds: end, stepSeconds: step })
      const between = performance.now()
      select.all(gameServerId, Math.min(step, 600), end - seconds, end)
      taken.push(between - before)
      bare.push(performance.now() - between)
    }
    const work = `${name}, ${what} of one, 1 of 2 within (baseline: a row per point)`
    report({ work, figure: middle(taken), unit: 'ms', baseline: middle(bare), aim: atMost(100) })
  }
  await history.close()
}

const sizeOf = (folder: string, file: string) =>
  readdirSync(folder)
    .filter(name => name.startsWith(file))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

const middle = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
