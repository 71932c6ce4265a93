// Reads what a keeper answers and tells: it may be of another version than the daemon that speaks to it.

import { parseJson } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import type { KeeperEvent, KeeperReply } from '../../../keeper/keeper-protocol.ts'

const count = z.int().min(0)
const exit = z.object({ code: z.int().nullable(), signal: z.string().nullable() })
const pty = z.object({
  id: count,
  pid: count,
  startTicks: count,
  startedAtMs: z.number(),
  streamId: z.string(),
  startSeq: count,
  endSeq: count,
  label: z.string(),
  exit: exit.nullable(),
})

const refusals = [
  'unknown_pty',
  'other_stream',
  'id_taken',
  'still_running',
  'ended',
  'input_full',
  'expired',
  'too_many',
  'invalid',
  'failed',
] as const

const reply = z.discriminatedUnion('ok', [
  z.object({
    n: count,
    ok: z.literal(true),
    version: count.exactOptional(),
    keeperPid: count.exactOptional(),
    timedInput: z.boolean().exactOptional(),
    ptys: z.array(pty).exactOptional(),
    pty: pty.exactOptional(),
  }),
  /** A reason that only a later keeper has is a failure with its message. */
  z.object({ n: count, ok: z.literal(false), code: z.enum(refusals).catch('failed'), message: z.string() }),
]) satisfies z.ZodType<KeeperReply>

const knownEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('exited'), id: count, streamId: z.string(), exit, endSeq: count }),
  z.object({ event: z.literal('gap'), id: count, fromSeq: count, toSeq: count }),
]) satisfies z.ZodType<KeeperEvent>
const names = new Set(['exited', 'gap'])
/** Versions only add (K2): what a later keeper tells beside them is passed over. */
const unknownEvent = z
  .object({ event: z.string().refine(name => !names.has(name), 'is not as it should be') })
  .transform(() => null)
const event = z.union([knownEvent, unknownEvent])

/** Throws UnreadableJson. */
export function readKeeperReply(payload: Buffer): KeeperReply {
  return parseJson(reply, payload.toString(), 'an answer of the keeper')
}

/** Null for one that only a later version knows. Throws UnreadableJson. */
export function readKeeperEvent(payload: Buffer): KeeperEvent | null {
  return parseJson(event, payload.toString(), 'an event of the keeper')
}
