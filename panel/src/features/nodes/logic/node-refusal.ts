// Why and when the panel refused a node last, as it is stored with the node.

import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'

const nodeRefusal = z.object({ atMs: z.number(), reason: z.string() })
export type NodeRefusal = z.output<typeof nodeRefusal>

/** A daemon comes again every few seconds, and each write costs. */
const sameReasonEveryMs = 60_000

/** Null also for one that cannot be read: the next one takes its place. */
export const readRefusal = (json: string | null): NodeRefusal | null =>
  json === null ? null : parseJsonOrNull(nodeRefusal, json)

export function isWorthStoring(known: NodeRefusal | null, { atMs, reason }: NodeRefusal): boolean {
  return known === null || known.reason !== reason || atMs - known.atMs >= sameReasonEveryMs
}
