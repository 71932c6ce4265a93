// Messages of the console channel, /api/ws/servers/{server}/console.

import * as z from 'zod'
import { consoleCommand } from '../http/game-servers.ts'
import type { RunState } from '../run-states.ts'
import type { Envelope } from './envelope.ts'

/** `seq` counts the bytes of the stream up to the end of this text; ask again with `?since=seq&stream=stream_id`. */
export type ConsoleHistory = Envelope<
  'console.history',
  { output: string; seq: number; stream_id: string; gap: boolean }
>
export type ConsoleOutput = Envelope<
  'console.output',
  { chunk: string; seq: number; stream_id: string; gap: boolean }
>
export type ConsoleStatus = Envelope<
  'console.status',
  { state: RunState; reason: string | null; node_online: boolean }
>
export type ChannelError = Envelope<'error', { code: string; message: string }>
export type Pong = Envelope<'pong', Record<string, never>>

export type ConsoleMessage = ConsoleHistory | ConsoleOutput | ConsoleStatus | ChannelError | Pong

export const consoleCommandPayload = z.object({ command: consoleCommand })
