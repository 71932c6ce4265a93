// How many lines of output each second has brought, for as long as the strip above the console can show it.

import type { ConsoleChunk } from '../../logic/console-stream.ts'

/** Lines by the second they came in, oldest first. */
export type OutputSeconds = ReadonlyMap<number, number>

const retainedSeconds = 600

const linesIn = (text: string) => text.split('\n').length - 1

export function withChunks(known: OutputSeconds, parts: readonly ConsoleChunk[]): OutputSeconds {
  const timed = parts.flatMap(part =>
    part.kind === 'text' && part.at !== null ? [{ ...part, at: part.at }] : [],
  )
  const newest = timed.at(-1)
  if (!newest) return known
  const next = new Map(known)
  for (const { at, text } of timed) next.set(at, (next.get(at) ?? 0) + linesIn(text))
  for (const at of next.keys()) if (at < newest.at - retainedSeconds) next.delete(at)
  return next
}
