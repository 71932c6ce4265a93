// Why and when the panel refused a node last, as it is stored with the node.

import type { RefusalCode } from '@rookery/contracts/http/nodes.ts'
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

/** What the daemon and its log are told. */
export const refusalReasons: Record<RefusalCode, string> = {
  unknown_node: 'this node is not known here',
  other_key:
    "the panel knows this node by another key: it was enrolled again elsewhere, or the panel's database is from before it was enrolled. Enroll the node again",
  disabled: 'this node is switched off in the panel',
  old_certificate:
    'this certificate is older than the one that the panel knows for this node: the files of the node are from before a renewal. Enroll the node again',
  unreadable_password:
    'the panel cannot read the connection password (ENCRYPTION_KEY is missing or changed): restore the key, or enroll the node again',
}

/** Null for one that carries figures, such as the versions of the link. */
export function refusalCode(reason: string): RefusalCode | null {
  const codes = Object.keys(refusalReasons) as RefusalCode[]
  return codes.find(code => refusalReasons[code] === reason) ?? null
}
