// What instances of one panel say to each other through the shared cache, as JSON. While they are restarted one by one,
// some are of another version.

import { parseJson } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'

const from = z.string()
const nodeId = z.int()
const fence = z.int()
const nodeConnection = z.object({ nodeId, fence, certificateSerial: z.string() })

/** To everybody, the sender too. */
export const broadcastShape = z.discriminatedUnion('kind', [
  z.object({
    from,
    kind: z.literal('here'),
    address: z.string(),
    version: z.int(),
    connections: z.array(nodeConnection),
  }),
  /** Still there, and `here` of this version still holds. */
  z.object({ from, kind: z.literal('beat'), version: z.int() }),
  /** Everybody says `here`. */
  z.object({ from, kind: z.literal('who') }),
  /** Its nodes are about to connect to others. */
  z.object({ from, kind: z.literal('leaving') }),
  z.object({ from, kind: z.literal('disconnect'), nodeId, reason: z.string() }),
])
export type Broadcast = z.output<typeof broadcastShape>

/** To one instance, which replies. Bodies are protobuf in base64. */
const order = z.discriminatedUnion('kind', [
  /** FromPanel for the node, if its connection is still the one that the sender knows. */
  z.object({ kind: z.literal('send'), nodeId, fence, body: z.string() }),
  z.object({ kind: z.literal('call'), nodeId, deadlineMs: z.number(), body: z.string() }),
  /** The node has connected to the sender: let it go if its connection is older, and store what it said. */
  z.object({ kind: z.literal('yield'), nodeId, fence }),
  /** Whether the connection with this fence stands. */
  z.object({ kind: z.literal('holds'), nodeId, fence }),
])
export type Order = z.output<typeof order>

const reply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), body: z.string().optional() }),
  /** The node is not connected there (any more). */
  z.object({ kind: z.literal('offline'), message: z.string() }),
  z.object({ kind: z.literal('late'), message: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
export type Reply = z.output<typeof reply>

/** An order says where its sender is reached: what it asks for may have to be brought there. */
export type OrderMessage = { from: string; id: number } & (
  | { order: Order; address: string }
  | { reply: Reply }
)

const envelope = z.union([
  z.object({ from, id: z.int(), order: z.unknown().nonoptional(), address: z.string() }),
  z.object({ from, id: z.int(), reply: z.unknown().nonoptional() }),
])

/** `order` null: of another version. A reply of another version is a failure, so that nobody waits for a better one. */
export type ReceivedOrderMessage =
  | { from: string; id: number; order: Order | null; address: string }
  | { from: string; id: number; reply: Reply }

/** Throws UnreadableJson when it cannot even be answered. */
export function readOrderMessage(payload: string): ReceivedOrderMessage {
  const message = parseJson(envelope, payload, 'a message of another instance')
  if ('order' in message) return { ...message, order: order.safeParse(message.order).data ?? null }
  const read = reply.safeParse(message.reply)
  if (read.success) return { ...message, reply: read.data }
  const problem = 'the other instance of the panel gave an answer that this one cannot read'
  return { ...message, reply: { kind: 'failed', message: problem } }
}
