// Whether a verified certificate of a node is one that the panel knows, or follows the one that it knows.

interface KnownCertificates {
  certificateSerial: string | null
  nextCertificateSerial: string | null
  /** null: stored by a version that did not note it. */
  certificateValidFromMs: number | null
  lastSeenAtMs: number | null
  createdAtMs: number
}

/**
 * `later`: not known, but issued after all that is known, so the database is from before a renewal. `superseded`: older
 * than what is known, such as a copy of the node's files from before a renewal.
 */
type CertificateState = 'current' | 'next' | 'later' | 'superseded'

export function certificateStateOf(
  known: KnownCertificates,
  presented: { certificateSerial: string; certificateValidFromMs: number },
): CertificateState {
  if (presented.certificateSerial === known.certificateSerial) return 'current'
  if (presented.certificateSerial === known.nextCertificateSerial) return 'next'
  // Whatever was superseded when the node was last seen, was issued before that.
  const newestKnownMs = known.certificateValidFromMs ?? known.lastSeenAtMs ?? known.createdAtMs
  return presented.certificateValidFromMs > newestKnownMs ? 'later' : 'superseded'
}

const dayMs = 86_400_000
/** As the panel's authority issues them. */
const lifeMs = 365 * dayMs + 3_600_000

/** When the certificate of a node runs out, which it renews long before that while it reaches the panel; null: not known. */
export function certificateEndMs({
  certificateValidFromMs,
}: Pick<KnownCertificates, 'certificateValidFromMs'>): number | null {
  return certificateValidFromMs === null ? null : certificateValidFromMs + lifeMs
}
