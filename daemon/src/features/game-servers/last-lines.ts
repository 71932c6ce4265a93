// What a game said last before it ended, as far as its console has it.

import { type Clock, settlesWithin } from '../../platform/clock.ts'
import type { Consoles } from '../console/console.ts'
import { lastLines } from '../console/logic/last-lines.ts'

/** A game that ended is read to its end; output that does not end within this time is told as far as it came. */
const readLimitMs = 2_000
/** More than the lines that are told can hold. */
const readBytes = 64 * 1024

/** Masked, without control sequences. */
export async function lastLinesOf(consoles: Consoles, gameServerId: number, clock: Clock): Promise<string[]> {
  const output = consoles.current(gameServerId)
  if (!output) return []
  await settlesWithin(output.over, readLimitMs, clock)
  const from = Math.max(output.startSeq, output.endSeq - readBytes)
  const { bytes } = output.read(from, readBytes)
  // Where earlier output is left out, the first line may be the end of one.
  const begin = from > output.startSeq ? bytes.indexOf(10) + 1 : 0
  return lastLines(bytes.subarray(begin))
}
