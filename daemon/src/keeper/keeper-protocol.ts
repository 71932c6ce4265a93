// The language between the daemon and its keeper: frozen, versioned, both ends read it from here.
//
// Versions
//   1  2026-11-15  hello, list, spawn, resize, signal, subscribe, unsubscribe, forget, input; output, gap, exited.
//      2026-11-16  timed_input, where the answer to hello says so: an older client goes on without it.
//
// Rules
//   K1  A frame is a u32 length (big endian, of what follows it), a u8 kind and the payload.
//   K2  The first request is `hello`. A keeper answers with its own version and serves every client that is as new
//       as itself or newer: it is the newer daemon that speaks the older keeper's language. Versions only add.
//   K3  Every request and every input frame carries a number `n` and is answered exactly once with that number,
//       in order.
//   K4  A sequence number is the count of bytes since the pty began. `streamId` is random and new for every spawn;
//       a request that names a streamId which is not the current one is refused (`other_stream`).
//   K5  A subscription is one cursor per connection and pty. Output goes out while the socket takes it; a cursor
//       that has been overtaken by the ring is told by `gap` and goes on at the oldest byte.
//   K6  `exited` goes to every greeted connection at once and names the end of the stream, so that a reader knows
//       which byte is its last; a subscription made after the end has the exit in its answer.
//   K7  A pty that has exited stays, with its ring, until it is forgotten; its id is taken until then.
//   K8  A frame that breaks these rules ends the connection that sent it, and nothing else.
//   K9  `label` is the client's own note: kept with the pty, given back by `list`, never read by the keeper.
//   K10 A timed_input says until when it is good, in milliseconds since the machine was started. A keeper that gets to
//       it later refuses it (`expired`) and types nothing.

import type { LaunchDescription } from './launch/launch-description.ts'

export const keeperProtocolVersion = 1

/** Longest frame a keeper accepts; a launch description may fill half of it. */
export const requestFrameLimitBytes = 256 * 1024
/** Longest frame a client accepts: the list of all ptys is the largest. */
export const replyFrameLimitBytes = 8 * 1024 * 1024
export const outputChunkBytes = 64 * 1024
export const inputChunkBytes = 16 * 1024
export const labelLimitBytes = 4 * 1024

export const frameKinds = { request: 1, reply: 2, event: 3, output: 4, input: 5, timedInput: 6 } as const

export interface PtyExit {
  /** null when a signal ended it. */
  code: number | null
  signal: string | null
}

export interface PtyDescription {
  id: number
  pid: number
  /** Start time in clock ticks since boot: with the pid it names a process for good, whatever pids are reused. */
  startTicks: number
  startedAtMs: number
  streamId: string
  startSeq: number
  endSeq: number
  label: string
  exit: PtyExit | null
}

export type KeeperRequest =
  | { verb: 'hello'; version: number }
  | { verb: 'list' }
  | {
      verb: 'spawn'
      id: number
      streamId: string
      launch: LaunchDescription
      cols: number
      rows: number
      label: string
    }
  | { verb: 'resize'; id: number; streamId: string; cols: number; rows: number }
  | { verb: 'signal'; id: number; streamId: string; signal: string }
  | { verb: 'subscribe'; id: number; streamId: string; fromSeq: number }
  | { verb: 'unsubscribe'; id: number }
  | { verb: 'forget'; id: number; streamId: string }

export type KeeperRefusal =
  | 'unknown_pty'
  | 'other_stream'
  | 'id_taken'
  | 'still_running'
  | 'ended'
  | 'input_full'
  | 'expired'
  | 'too_many'
  | 'invalid'
  | 'failed'

export type KeeperReply =
  | {
      n: number
      ok: true
      version?: number
      keeperPid?: number
      /** Whether it takes timed_input (K10). */
      timedInput?: boolean
      ptys?: PtyDescription[]
      pty?: PtyDescription
    }
  | { n: number; ok: false; code: KeeperRefusal; message: string }

export type KeeperEvent =
  | { event: 'exited'; id: number; streamId: string; exit: PtyExit; endSeq: number }
  | { event: 'gap'; id: number; fromSeq: number; toSeq: number }
