// Which failed requests of a resumable upload are worth another try by themselves.

export interface FailedRequest {
  method: string
  /** 0: nothing came back. */
  status: number
}

const ofAnyRequest = new Set([0, 408, 423, 429])
const ofBytes = new Set([404, 409, 410])

/**
 * A refusal is final. Bytes that do not fit where the upload stands now (409) or whose upload is over (404) are no
 * refusal of the file: the upload is asked where it stands, and begun anew if it is gone, which tells a final answer.
 */
export function isTransient({ method, status }: FailedRequest): boolean {
  if (ofAnyRequest.has(status)) return true
  if (status >= 500) return status !== 507
  return method === 'PATCH' && ofBytes.has(status)
}

/** Only an upload that is gone may be begun anew: the node being away, or busy with its end, must not cost its bytes. */
export const isUploadThere = ({ method, status }: FailedRequest): boolean =>
  method === 'HEAD' && (status === 409 || status >= 500)

/** From half a second to a quarter of a minute, for about ten minutes. */
export const retryDelaysMs: number[] = [
  500,
  1_000,
  2_000,
  4_000,
  8_000,
  ...Array.from({ length: 40 }, () => 15_000),
]
