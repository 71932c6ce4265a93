// Messages of the attach channel, /api/ws/servers/{server}/attach: a terminal, so bytes travel as base64.

import * as z from 'zod'
import type { ChannelError, Pong } from './console.ts'
import type { Envelope } from './envelope.ts'

const largestSide = 1_000
/** Bytes of one message: a paste that is longer comes in several. */
export const attachInputLimitBytes = 16 * 1024

export type AttachStarted = Envelope<
  'attach.started',
  { session_id: string; stream_id: string; cols: number; rows: number }
>
/** `seq` counts the bytes of the stream up to the end of `data`; ask again with `?since=seq&stream=stream_id`. */
export type AttachOutput = Envelope<
  'attach.output',
  { seq: number; stream_id: string; data: string; gap: boolean }
>
export type AttachClosed = Envelope<'attach.closed', { reason: string; exit_code?: number }>

export type AttachMessage = AttachStarted | AttachOutput | AttachClosed | ChannelError | Pong

export const terminalSize = z.object({
  cols: z.int().min(1).max(largestSide),
  rows: z.int().min(1).max(largestSide),
})

export const attachInputPayload = z.object({
  data: z.base64().max(Math.ceil(attachInputLimitBytes / 3) * 4, 'is too long: send it in parts'),
})
