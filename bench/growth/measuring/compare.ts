// Measures one work on two installations in turns, so that whatever else the machine does meets both alike.

import { type Connection, openConnection, UnexpectedAnswer } from './connection.ts'
import type { Installation } from './installation.ts'
import type { Work } from './works.ts'

export interface Measured {
  p50Ms: number
  p99Ms: number
  /** Null where the work cannot be done as often as that. */
  perSecond: number | null
  /** Answers that were refusals for want of time, and no others. */
  refused: number
}

const turns = 10
const turnMs = 250
const loadTurns = 4
const connections = 16
const warmUpMs = 400

interface Side {
  installation: Installation
  /** How often the work was done. */
  count: number
  timesMs: number[]
  answers: number
  loadedMs: number
  refused: number
}

export async function compare(work: Work, installations: Installation[]): Promise<Measured[]> {
  const sides = installations.map(
    (installation): Side => ({ installation, count: 0, timesMs: [], answers: 0, loadedMs: 0, refused: 0 }),
  )
  const perTurn = work.most === undefined ? Number.POSITIVE_INFINITY : Math.floor(work.most / turns)
  if (work.most === undefined) for (const side of sides) await oneAfterTheOther(work, side, warmUpMs)
  for (const side of sides) side.timesMs = []
  for (let turn = 0; turn < turns; turn++) {
    for (const side of sides) await oneAfterTheOther(work, side, turnMs, perTurn)
  }
  if (work.most === undefined) {
    for (let turn = 0; turn < loadTurns; turn++) for (const side of sides) await manyAtOnce(work, side)
  }
  return sides.map(({ timesMs, answers, loadedMs, refused }) => {
    const ordered = timesMs.toSorted((a, b) => a - b)
    const at = (part: number) => ordered[Math.ceil(ordered.length * part) - 1] ?? Number.NaN
    const perSecond = loadedMs > 0 ? (answers / loadedMs) * 1_000 : null
    return { p50Ms: at(0.5), p99Ms: at(0.99), perSecond, refused }
  })
}

async function oneAfterTheOther(work: Work, side: Side, durationMs: number, most = Infinity): Promise<void> {
  const connection = await openConnection(side.installation.panel.port)
  // A limited work is done as often as it may be, however long that takes.
  const endsAt = most === Infinity ? performance.now() + durationMs : Infinity
  try {
    for (let done = 0; done < most && performance.now() < endsAt; done++) {
      await work.prepare?.(side.installation, connection, side.count)
      const beganAt = performance.now()
      await run(work, side, connection)
      side.timesMs.push(performance.now() - beganAt)
    }
  } finally {
    connection.close()
  }
}

async function manyAtOnce(work: Work, side: Side): Promise<void> {
  const { port } = side.installation.panel
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const beganAt = performance.now()
  const endsAt = beganAt + turnMs
  const before = side.count
  try {
    await Promise.all(
      opened.map(async connection => {
        while (performance.now() < endsAt) await run(work, side, connection)
      }),
    )
  } finally {
    for (const connection of opened) connection.close()
  }
  side.answers += side.count - before
  side.loadedMs += performance.now() - beganAt
}

async function run(work: Work, side: Side, connection: Connection): Promise<void> {
  const n = side.count
  side.count += 1
  try {
    await work.run(side.installation, connection, n)
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer) || error.status !== 503) throw error
    side.refused += 1
  }
}
