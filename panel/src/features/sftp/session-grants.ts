// What the panel gives a node for each session that it let in: sealed, so that no node can speak for somebody who never
// signed in there. The node hands it back with every question and report; nothing has to be stored.

import * as z from 'zod'
import type { SecretBox } from '../../platform/secret-box.ts'

/** Longer than sessions live; a node that keeps one beyond its session can use it no longer. */
const grantLifeMs = 7 * 24 * 60 * 60_000

const grant = z.object({
  nodeId: z.int(),
  userId: z.int(),
  gameServerId: z.int(),
  /** Names what the person signed in with. */
  credentialId: z.string(),
  issuedAtMs: z.number(),
})
type Grant = z.output<typeof grant>

/** Who a node says did something. */
export type Claim = Pick<Grant, 'nodeId' | 'userId' | 'gameServerId'> & { grantText: string }

export type SessionGrants = ReturnType<typeof createSessionGrants>

export function createSessionGrants({ box, now }: { box: SecretBox; now(): number }) {
  return {
    issue: (granted: Omit<Grant, 'issuedAtMs'>): string =>
      box.seal(JSON.stringify({ ...granted, issuedAtMs: now() } satisfies Grant)),

    /** What the person signed in with, and when; null when the panel let nobody in as this node says. */
    open({
      grantText,
      nodeId,
      userId,
      gameServerId,
    }: Claim): Pick<Grant, 'credentialId' | 'issuedAtMs'> | null {
      const opened = box.open(grantText)
      if (opened === null) return null
      const { credentialId, issuedAtMs, ...of } = grant.parse(JSON.parse(opened))
      const isTheirs = of.nodeId === nodeId && of.userId === userId && of.gameServerId === gameServerId
      return isTheirs && now() - issuedAtMs < grantLifeMs ? { credentialId, issuedAtMs } : null
    },
  }
}
