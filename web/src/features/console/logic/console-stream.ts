// Puts the console together across reconnects: every byte once, and a word where some are missing.

import type { ConsoleMessage } from '@rookery/contracts/websocket/console.ts'

export interface ConsolePosition {
  streamId: string | null
  /** Bytes of that stream which are on the screen. */
  seq: number
}

export const consoleStart: ConsolePosition = { streamId: null, seq: 0 }

/** `at`: the second in which it came; null where nobody saw it come. */
export type ConsoleChunk =
  | { kind: 'text'; text: string; at: number | null }
  | { kind: 'gap' }
  | { kind: 'anew' }

export interface ConsoleStep {
  position: ConsolePosition
  parts: ConsoleChunk[]
}

export interface Arrival {
  text: string
  /** Bytes of the stream up to the end of the text. */
  seq: number
  streamId: string
  hasGap: boolean
  /** Unix seconds; null for a history, which is older than the message that brings it. */
  at: number | null
}

export function arrivalOf(message: ConsoleMessage): Arrival | null {
  if (message.type === 'console.history') {
    const { output, seq, stream_id, gap } = message.payload
    return { text: output, seq, streamId: stream_id, hasGap: gap, at: null }
  }
  if (message.type === 'console.output') {
    const { chunk, seq, stream_id, gap } = message.payload
    return { text: chunk, seq, streamId: stream_id, hasGap: gap, at: message.ts }
  }
  return null
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const textPart = (text: string, at: number | null): ConsoleChunk[] =>
  text ? [{ kind: 'text', text, at }] : []

/** What to write for an arrival, and where the screen stands afterwards. */
export function takeArrival(position: ConsolePosition, arrival: Arrival): ConsoleStep {
  // The node does not know of any run yet, or no longer: what is on the screen stays, and so does its place.
  if (arrival.streamId === '') return { position, parts: [] }
  const next: ConsolePosition = { streamId: arrival.streamId, seq: arrival.seq }
  // What was printed before we came is no gap: nothing of it was ever on this screen.
  if (position.streamId === null) return { position: next, parts: textPart(arrival.text, arrival.at) }
  if (position.streamId !== arrival.streamId) {
    const gap: ConsoleChunk[] = arrival.hasGap ? [{ kind: 'gap' }] : []
    return { position: next, parts: [{ kind: 'anew' }, ...gap, ...textPart(arrival.text, arrival.at)] }
  }
  if (arrival.seq <= position.seq) return { position, parts: [] }

  const bytes = encoder.encode(arrival.text)
  const startSeq = arrival.seq - bytes.length
  if (arrival.hasGap) {
    return { position: next, parts: [{ kind: 'gap' }, ...textPart(arrival.text, arrival.at)] }
  }
  // The panel leaves out what a console does not show, so a text may be shorter than its count: no gap, the panel would
  // say so. Bytes that were not text arrive as a longer replacement character: nothing is cut then.
  if (startSeq >= position.seq || arrival.text.includes('\uFFFD')) {
    return { position: next, parts: textPart(arrival.text, arrival.at) }
  }
  const unseen = decoder.decode(bytes.subarray(position.seq - startSeq))
  return { position: next, parts: textPart(unseen, arrival.at) }
}

/** What to ask for when the connection comes back. */
export const resumeQuery = ({ streamId, seq }: ConsolePosition): { since?: number; stream?: string } =>
  streamId === null ? {} : { since: seq, stream: streamId }
