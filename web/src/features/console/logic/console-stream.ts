// Puts the console together across reconnects: every byte once, and a word where some are missing.

import type { ConsoleMessage } from '@rookery/contracts/websocket/console.ts'

export interface ConsolePosition {
  streamId: string | null
  /** Bytes of that stream which are on the screen. */
  seq: number
}

export const consoleStart: ConsolePosition = { streamId: null, seq: 0 }

export type ConsolePart = { kind: 'text'; text: string } | { kind: 'gap' } | { kind: 'anew' }

export interface ConsoleStep {
  position: ConsolePosition
  parts: ConsolePart[]
}

export interface Arrival {
  text: string
  /** Bytes of the stream up to the end of the text. */
  seq: number
  streamId: string
  hasGap: boolean
}

export function arrivalOf(message: ConsoleMessage): Arrival | null {
  if (message.type === 'console.history') {
    const { output, seq, stream_id, gap } = message.payload
    return { text: output, seq, streamId: stream_id, hasGap: gap }
  }
  if (message.type === 'console.output') {
    const { chunk, seq, stream_id, gap } = message.payload
    return { text: chunk, seq, streamId: stream_id, hasGap: gap }
  }
  return null
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const textPart = (text: string): ConsolePart[] => (text ? [{ kind: 'text', text }] : [])

/** What to write for an arrival, and where the screen stands afterwards. */
export function takeArrival(position: ConsolePosition, arrival: Arrival): ConsoleStep {
  const next: ConsolePosition = { streamId: arrival.streamId, seq: arrival.seq }
  // What was printed before we came is no gap: nothing of it was ever on this screen.
  if (position.streamId === null) return { position: next, parts: textPart(arrival.text) }
  if (position.streamId !== arrival.streamId) {
    return { position: next, parts: [{ kind: 'anew' }, ...textPart(arrival.text)] }
  }
  if (arrival.seq <= position.seq) return { position, parts: [] }

  const bytes = encoder.encode(arrival.text)
  const startSeq = arrival.seq - bytes.length
  if (arrival.hasGap || startSeq > position.seq) {
    return { position: next, parts: [{ kind: 'gap' }, ...textPart(arrival.text)] }
  }
  // Bytes that were not text arrive as a longer replacement character: the count cannot be trusted, nothing is cut.
  if (startSeq === position.seq || arrival.text.includes('\uFFFD')) {
    return { position: next, parts: textPart(arrival.text) }
  }
  return { position: next, parts: textPart(decoder.decode(bytes.subarray(position.seq - startSeq))) }
}

/** What to ask for when the connection comes back. */
export const resumeQuery = ({ streamId, seq }: ConsolePosition): { since?: number; stream?: string } =>
  streamId === null ? {} : { since: seq, stream: streamId }
