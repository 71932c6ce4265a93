// Puts the bytes of an attach session together across reconnects, and cuts what is typed into messages.

import { type AttachOutput, attachInputLimitBytes } from '@rookery/contracts/websocket/attach.ts'
import { type ConsolePosition, consoleStart } from './console-stream.ts'

export type AttachChunk =
  /** `isHistory`: printed before this terminal was there; the terminal must not answer to it. */
  { kind: 'bytes'; bytes: Uint8Array; isHistory: boolean } | { kind: 'gap' } | { kind: 'anew' }

export const attachStart: ConsolePosition = consoleStart

export const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), letter => letter.codePointAt(0) ?? 0)

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes))

/** What is typed or pasted as messages that the panel takes; `binary`: one byte per letter, as mouse reports are. */
export function typedMessages(text: string, isBinary: boolean): { data: string }[] {
  const bytes = isBinary
    ? Uint8Array.from(text, letter => letter.charCodeAt(0) & 0xff)
    : new TextEncoder().encode(text)
  const count = Math.ceil(bytes.length / attachInputLimitBytes)
  return Array.from({ length: count }, (_, index) => ({
    data: base64Of(bytes.subarray(index * attachInputLimitBytes, (index + 1) * attachInputLimitBytes)),
  }))
}

export function takeOutput(
  position: ConsolePosition,
  { seq, stream_id: streamId, data, gap }: AttachOutput['payload'],
): { position: ConsolePosition; parts: AttachChunk[] } {
  const isSame = position.streamId === streamId
  if (isSame && seq <= position.seq) return { position, parts: [] }
  const bytes = bytesOf(data)
  const isFirst = position.streamId === null
  const known = isSame ? Math.max(0, position.seq - (seq - bytes.length)) : 0
  const parts: AttachChunk[] = [{ kind: 'bytes', bytes: bytes.subarray(known), isHistory: !isSame }]
  if (!isFirst && !isSame) parts.unshift({ kind: 'anew' })
  else if (isSame && gap) parts.unshift({ kind: 'gap' })
  return { position: { streamId, seq }, parts }
}
