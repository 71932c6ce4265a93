// The headers of tus 1.0: what this panel can do, and how far an upload has come.

export const tusVersion = '1.0.0'
export const patchType = 'application/offset+octet-stream'
const uploadLifeMs = 24 * 60 * 60 * 1_000

export const abilityHeaders = (limitBytes: number) => ({
  'tus-version': tusVersion,
  'tus-extension': 'creation,termination,expiration',
  'tus-max-size': String(limitBytes),
})

/** Null: not a whole number of bytes. */
export function readBytes(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) return null
  return Number(header)
}

export function expiryHeader(begunAtMs: number): { 'upload-expires': string } {
  return { 'upload-expires': new Date(begunAtMs + uploadLifeMs).toUTCString() }
}

interface Progress {
  offset: number
  size_bytes: number
  metadata: string
  begun_at_ms: number
}

export function progressHeaders({
  offset,
  size_bytes,
  metadata,
  begun_at_ms,
}: Progress): Record<string, string> {
  return {
    'upload-offset': String(offset),
    'upload-length': String(size_bytes),
    ...(metadata === '' ? {} : { 'upload-metadata': metadata }),
    ...expiryHeader(begun_at_ms),
    'cache-control': 'no-store',
  }
}
