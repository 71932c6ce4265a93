// Which web pages of other origins may call this panel from a browser (5.10): an exact list, never a pattern.

import type { IncomingHttpHeaders } from 'node:http'

/** What headers of an answer depend on. */
export interface BrowserRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

const uploadHeaders = ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset']
const readableHeaders = [
  'X-Total-Count',
  'Link',
  'X-Request-Id',
  'X-List-Cut',
  'ETag',
  'Retry-After',
  'Location',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'Idempotency-Replayed',
  'Preference-Applied',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Version',
  'Upload-Expires',
  ...uploadHeaders,
].join(', ')
const allowedMethods = 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE'
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Prefer',
  'Range',
  'X-Request-Id',
  ...uploadHeaders,
].join(', ')
const preflightSeconds = 600

/** A browser's question before the real request; it never carries a token. */
export function isPreflight({ method, headers }: BrowserRequest): boolean {
  const asks = headers.origin !== undefined && headers['access-control-request-method'] !== undefined
  return method === 'OPTIONS' && asks
}

/** What every other page, and everything that is no page, gets to read. */
export const noPermission: Readonly<Record<string, string>> = { vary: 'Origin' }

/**
 * Other origins simply get no permission. There are no cookies, so credentials are never allowed;
 * the answer differs by origin, which shared caches must know in any case.
 */
export function corsHeaders(
  request: BrowserRequest,
  allowedOrigins: readonly string[],
): Readonly<Record<string, string>> {
  const { origin } = request.headers
  if (origin === undefined || !allowedOrigins.includes(origin)) return noPermission
  const allowed = { ...noPermission, 'access-control-allow-origin': origin }
  if (!isPreflight(request)) {
    // Files of the web application have none of these, and are many.
    return request.url.startsWith('/api/')
      ? { ...allowed, 'access-control-expose-headers': readableHeaders }
      : allowed
  }
  return {
    ...allowed,
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': String(preflightSeconds),
  }
}
