// Joins the engine's log and the live terminal into one stream, with no byte lost or doubled between them.

import { setTimeout as delay } from 'node:timers/promises'
import type { AttachedTerminal } from './attached-terminal.ts'
import type { Engine } from './engine.ts'
import {
  type KnownOutput,
  type LocatedLog,
  type LogPiece,
  locateLive,
  locateLog,
} from './logic/align-output.ts'
import type { OutputRecord } from './output-record.ts'

/** A line that is not ended does not reach the log; after this time what came of it is shown as it is. */
const lineLimitMs = 1_000
const giveUpMs = 5_000
const againMs = 25
/** The log may lag behind the terminal: an answer counts when it is the same a little later, or rests on this much. */
const confirmMs = 150
const sureBytes = 512
/** How long a log that has nothing of what was known may stay as it is, and how long it may grow, before that is lost. */
const behindLimitMs = { still: 1_000, growing: 5_000 }

export interface Joined {
  engine: Pick<Engine, 'readLog'>
  containerId: string
  record: OutputRecord
}

/** Brings the record up to what the log has; answers with the newest of the log, numbered. */
export async function takeLog(joined: Joined, known: KnownOutput): Promise<LogPiece> {
  const { record } = joined
  const [first, second] = await locateWholeLog(joined, known)
  const extend = ({ seq, bytes }: LogPiece) => bytes.length > 0 && record.extend(seq, bytes)
  extend(first)
  // The log may not have all of what was known: the last line not yet, and what a killed engine took with it never.
  record.extend(known.endSeq - known.tail.length, known.tail)
  if (second) extend(second)
  return second ?? first
}

/**
 * An engine hands bytes out before it writes them down. When it is busy, its log may end long before what was heard
 * last, which looks as if the log had lost that; but then it grows until it has it.
 */
async function locateWholeLog({ engine, containerId }: Joined, known: KnownOutput): Promise<LocatedLog> {
  const beganMs = performance.now()
  let changedMs = beganMs
  let formerLength = -1
  for (;;) {
    const log = await engine.readLog(containerId)
    const located = locateLog(log, known)
    if (located) return located
    const nowMs = performance.now()
    if (log.length !== formerLength) changedMs = nowMs
    formerLength = log.length
    const isLost = nowMs - changedMs > behindLimitMs.still || nowMs - beganMs > behindLimitMs.growing
    // What the log has lost is lost for good, and how much that was cannot be told: it counts as one byte.
    if (isLost) return [{ seq: known.endSeq + (log.length > 0 ? 1 : 0), bytes: log }]
    await delay(confirmMs)
  }
}

/** True when the terminal feeds the record, false when it is over before; `leastSeq` is older than the terminal. */
export async function joinTerminal(
  joined: Joined,
  terminal: AttachedTerminal,
  leastSeq: number,
): Promise<boolean> {
  const { record } = joined
  let firstHeardMs: number | null = null
  let formerSeq: number | null = null
  while (!terminal.isOver) {
    const { changed, held } = terminal
    if (held.length === 0) {
      await changed
      continue
    }
    firstHeardMs ??= performance.now()
    const heardForMs = performance.now() - firstHeardMs
    const hasLine = held.includes('\n')
    if (hasLine || heardForMs > lineLimitMs) {
      const { seq: logSeq, bytes: log } = await takeLog(joined, record.known)
      const liveSeq = locateLive({ log, logSeq, live: terminal.held, leastSeq })
      const isSure = liveSeq !== null && (liveSeq === formerSeq || logSeq + log.length - liveSeq > sureBytes)
      if (liveSeq !== null && isSure) return feed(record, terminal, liveSeq)
      formerSeq = liveSeq
      if (liveSeq !== null) await delay(confirmMs)
      else if (!hasLine) return feed(record, terminal, record.endSeq)
      else if (heardForMs > giveUpMs) return feed(record, terminal, record.endSeq + 1)
    }
    await delay(againMs)
  }
  return false
}

function feed(record: OutputRecord, terminal: AttachedTerminal, liveSeq: number): true {
  terminal.release(
    held => record.extend(liveSeq, held),
    bytes => record.append(bytes),
  )
  return true
}
