// Tests of the metrics history with a real file: hours and weeks of ticks, kills, a full disk, a clock that is set back.

import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import { gameServerColumns } from '@rookery/contracts/metric-history.ts'
import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofSize } from '../../../../../test-services/proof-size.ts'
import { MetricsHistory } from './history.ts'
import { openHistoryStore } from './history-store.ts'

const cpuAt = gameServerSeries.findIndex(({ name }) => name === 'panel_server_cpu_usage_percent')
const playersAt = gameServerColumns.findIndex(({ of, figure }) => of === 'players' && figure === 'average')
const nodeTick = nodeSeries.map(() => 50)
/** A whole day, so that blocks end where they are expected to. */
const start = 20_000 * 86_400

function tick(cpu: number): number[] {
  return gameServerSeries.map((_, at) => (at === 0 ? 1 : at === cpuAt ? cpu : 1_000))
}

describe('metrics history', () => {
  let folder: string
  let history: MetricsHistory
  let nowSeconds = start
  let logged: string[] = []
  let players: number | null = null

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'history-'))
    nowSeconds = start
    logged = []
    players = null
    history = open()
  })
  afterEach(async () => {
    await history.close()
    rmSync(folder, { recursive: true })
  })

  const file = () => join(folder, 'metrics-history.sqlite')
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line).msg) })

  function open(options: { largestBytes?: number; file?: string } = {}): MetricsHistory {
    return new MetricsHistory({
      file: file(),
      uuidOf: id => (id < 1_000 ? `uuid-${id}` : null),
      countPlayers: async () => players,
      nowMs: () => nowSeconds * 1000,
      log,
      ...options,
    })
  }

  /** A tick every so many seconds, up to and without `until`. */
  async function run(until: number, { every = 20, servers = 1, cpu = 10 } = {}): Promise<void> {
    for (; nowSeconds < until; nowSeconds += every) {
      const measured = new Map<number, readonly number[]>([[0, nodeTick]])
      for (let id = 1; id <= servers; id++) measured.set(id, tick(cpu))
      history.take(nowSeconds, 0, measured)
      await history.settled()
    }
  }

  function read(stepSeconds: number, from: number, to: number, gameServerId = 1) {
    return history.read({ gameServerId, fromSeconds: from, toSeconds: to, stepSeconds })
  }
  const momentsOf = (stepSeconds: number, from = start, to = nowSeconds) =>
    read(stepSeconds, from, to).points.map(({ atSeconds }) => atSeconds - start)

  test('a minute is there when the next one begins, with the players that were counted in it', async () => {
    players = 4
    await run(start + 130)
    expect(momentsOf(60)).toEqual([0, 60])
    const [first] = read(60, start, nowSeconds).points
    expect(first?.values[cpuAt]).toBe(10)
    expect(first?.values[playersAt]).toBe(4)
    expect(read(60, start, nowSeconds, 0).points).toHaveLength(2)
    expect(read(60, start, nowSeconds, 2).points).toEqual([])
  })

  test('hours are packed and read as if they were not, and ten minutes are made of them', async () => {
    await run(start + 3 * 3600 + 30, { cpu: 25 })
    expect(momentsOf(60)).toEqual(Array.from({ length: 180 }, (_, minute) => minute * 60))
    expect(momentsOf(600)).toEqual(Array.from({ length: 18 }, (_, piece) => piece * 600).slice(0, 17))
    expect(momentsOf(3600)).toEqual([0, 3600, 7200])
    await run(start + 3 * 3600 + 130)
    expect(momentsOf(600)).toHaveLength(18)
    expect(read(600, start, nowSeconds).points.every(({ values }) => values[cpuAt] === 25)).toBe(true)
  })

  test('a minute lives a day and ten minutes thirty, and the file does not grow beyond that', async () => {
    // One minute an hour, or in ten minutes, is all that a month needs.
    const every = proofSize({ short: 3_600, proof: 600 })
    const aDay = 86_400 / every
    await run(start + 31 * 86_400, { every })
    const minutes = read(60, nowSeconds - 2 * 86_400, nowSeconds).points
    expect(minutes.length).toBeGreaterThanOrEqual(aDay - 1)
    expect(minutes.length).toBeLessThanOrEqual(aDay + 1)
    const size = () => statSync(file()).size
    const full = size()
    await run(start + 33 * 86_400, { every })
    expect(size()).toBeLessThanOrEqual(full * 1.1)
    const { points, rest } = read(600, nowSeconds - 30 * 86_400, nowSeconds)
    expect(points.length).toBeGreaterThanOrEqual(30 * aDay - 20)
    expect(points.length).toBeLessThanOrEqual(30 * aDay + 1)
    expect(rest.oldestSeconds).toBeGreaterThan(nowSeconds - 32 * 86_400)
  })

  test('what a killed daemon left behind is read by the next one, also when it was killed while it packed', async () => {
    await run(start + 3600 - 1)
    // As the file is at a kill: everything that was committed, nothing else.
    for (const ending of ['', '-wal'])
      copyFileSync(`${file()}${ending}`, join(folder, `killed.sqlite${ending}`))
    const killed = openHistoryStore(join(folder, 'killed.sqlite'))
    // Half of the sources of the hour are packed, and the moments are still there.
    killed.pack(60, start, new Map([...killed.recent(60, start, start + 3600)].slice(0, 1)))
    killed.close()
    await history.close()
    history = open({ file: join(folder, 'killed.sqlite') })
    const before = momentsOf(60, start, start + 3600)
    expect(before).toEqual(Array.from({ length: 59 }, (_, minute) => minute * 60))
    nowSeconds = start + 7200
    await run(start + 7200 + 130)
    expect(momentsOf(60, start, start + 3600)).toEqual(before)
    expect(momentsOf(600, start, start + 7200)).toEqual([0, 600, 1200, 1800, 2400, 3000])
  })

  test('the time in which nothing was measured stays empty in every step', async () => {
    await run(start + 1200)
    nowSeconds = start + 4 * 3600
    await run(start + 4 * 3600 + 700)
    expect(momentsOf(600)).toEqual([0, 600, 14_400])
    expect(momentsOf(60).filter(at => at > 1200 && at < 14_400)).toEqual([])
  })

  test('8.5 a full disk stops the history and nothing else, is said once, and is over when there is room', async () => {
    await history.close()
    history = open({ largestBytes: 100_000 })
    await run(start + 7_200, { every: 120, servers: 40 })
    await run(nowSeconds + 7_200, { every: 120, servers: 200 })
    expect(history.problem).toMatch(/full/)
    expect(logged.filter(line => line.includes('the metrics history stops'))).toHaveLength(1)
    expect(read(60, nowSeconds - 600, nowSeconds).rest.problem).toMatch(/full/)
    await history.close()
    history = open()
    await run(nowSeconds + 300, { servers: 40 })
    expect(history.problem).toBeNull()
    expect(read(60, nowSeconds - 300, nowSeconds).points.length).toBeGreaterThanOrEqual(3)
  })

  test('a folder that cannot be written to is a problem of the history alone', async () => {
    await history.close()
    history = open({ file: join(folder, 'missing', 'history.sqlite') })
    await run(start + 200)
    expect(history.problem).toMatch(/cannot be written/)
    expect(read(60, start, nowSeconds)).toMatchObject({ points: [], rest: { marks: [] } })
    expect(logged.filter(line => line.includes('the metrics history stops'))).toHaveLength(1)
  })

  test('a damaged file is put aside, and the history begins anew', async () => {
    await history.close()
    writeFileSync(file(), Buffer.alloc(9_000, 'no database '))
    history = open()
    await run(start + 130)
    expect(momentsOf(60)).toEqual([0, 60])
    expect(existsSync(`${file()}.damaged`)).toBe(true)
  })

  test('a clock that is set back writes its time again, and one that was ahead is forgotten', async () => {
    await run(start + 3600, { cpu: 10 })
    nowSeconds = start + 1200
    await run(start + 1900, { cpu: 90 })
    const at = (second: number) => read(60, start + second, start + second + 60).points[0]?.values[cpuAt]
    expect(at(600)).toBe(10)
    expect(at(1260)).toBe(90)
    expect(at(2400)).toBe(10)
    expect(read(600, start + 1200, start + 1800).points[0]?.values[cpuAt]).toBe(90)
    nowSeconds = start + 90 * 86_400
    await run(nowSeconds + 200)
    nowSeconds = start + 4000
    await run(start + 3 * 3600)
    nowSeconds = start + 91 * 86_400
    expect(read(60, start + 90 * 86_400, nowSeconds).points).toEqual([])
  })

  test('what happened is told once, however often the state is', async () => {
    const state = (value: string, changedAtMs: number, reason = ''): GameServerState => ({
      ...{ gameServerId: 1, uuid: 'uuid-1', state: value, reason, changedAtMs, sequence: 1, installed: true },
      ...{ signal: '', outOfMemory: false, lastLines: [], runningRevision: 0 },
    })
    history.know([state('running', start * 1000)])
    history.note(state('running', start * 1000))
    const crash = state('crashed', (start + 10) * 1000, 'it ended with exit code 3')
    history.note(crash)
    history.note(crash)
    history.note(state('starting', (start + 20) * 1000))
    history.note(state('running', (start + 25) * 1000))
    await run(start + 130)
    expect(read(60, start, nowSeconds).rest.marks).toEqual([
      { atMs: (start + 10) * 1000, kind: 'crash', detail: 'it ended with exit code 3' },
      { atMs: (start + 20) * 1000, kind: 'start', detail: '' },
    ])
    expect(read(60, start + 15, nowSeconds).rest.marks).toHaveLength(1)
  })

  test('a game server that is gone leaves nothing behind', async () => {
    await run(start + 3700, { servers: 3 })
    expect(read(60, start, nowSeconds, 3).points.length).toBeGreaterThan(50)
    await run(start + 3 * 3600, { servers: 2 })
    expect(read(60, start, nowSeconds, 3).points).toEqual([])
    expect(read(60, start, nowSeconds, 2).points.length).toBeGreaterThan(150)
  })

  test('a stretch of time that is too long for its step is refused (L24)', () => {
    expect(() => read(60, start, start + 30 * 86_400)).toThrow(/does not store that stretch/)
    expect(() => read(61, start, start + 600)).toThrow(/does not store that stretch/)
    expect(() => read(60, start + 60, start)).toThrow(/does not store that stretch/)
  })
})
