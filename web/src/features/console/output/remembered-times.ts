// Remembers for as long as the page is open when the output of consoles came, so that leaving a tab does not forget it.

import type { Arrival, ConsoleChunk, ConsolePosition } from '../logic/console-stream.ts'
import { type TimedBytes, timedTexts, withArrival } from '../logic/known-times.ts'

const knownStreams = new Map<string, readonly TimedBytes[]>()
const retainedStreams = 8

function remember(streamId: string, came: TimedBytes): void {
  const known = knownStreams.get(streamId) ?? []
  // The stream that spoke last is the last to be forgotten.
  knownStreams.delete(streamId)
  knownStreams.set(streamId, withArrival(known, came))
  const [oldest] = knownStreams.keys()
  if (knownStreams.size > retainedStreams && oldest !== undefined) knownStreams.delete(oldest)
}

/** Notes the time of what has just come, and gives what is told again the time it came at first. */
export function withTimes(before: ConsolePosition, arrival: Arrival, parts: ConsoleChunk[]): ConsoleChunk[] {
  const { streamId, seq, at } = arrival
  if (at !== null) {
    const isNext = before.streamId === streamId && !arrival.hasGap && before.seq <= seq
    const textBytes = new TextEncoder().encode(arrival.text).length
    remember(streamId, { fromSeq: isNext ? before.seq : seq - textBytes, toSeq: seq, textBytes, at })
    return parts
  }
  const known = knownStreams.get(streamId) ?? []
  return parts.flatMap((part): ConsoleChunk[] => {
    if (part.kind !== 'text') return [part]
    return timedTexts(part.text, seq, known).map(timed => ({ kind: 'text', ...timed }))
  })
}
