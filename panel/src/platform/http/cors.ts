// Which web pages of other origins may call this panel from a browser (5.10): an exact list, never a pattern.

import type { IncomingHttpHeaders } from 'node:http'

interface BrowserRequest {
  method: string
  headers: IncomingHttpHeaders
}

const readableHeaders = 'X-Total-Count, Link, X-Request-Id, ETag, Retry-After'
const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const allowedHeaders = 'Authorization, Content-Type, If-Match, If-None-Match, Range, X-Request-Id'
const preflightSeconds = 600

/** A browser's question before the real request; it never carries a token. */
export function isPreflight({ method, headers }: BrowserRequest): boolean {
  const asks = headers.origin !== undefined && headers['access-control-request-method'] !== undefined
  return method === 'OPTIONS' && asks
}

/**
 * Other origins simply get no permission. There are no cookies, so credentials are never allowed;
 * the answer differs by origin, which shared caches must know in any case.
 */
export function corsHeaders(
  request: BrowserRequest,
  allowedOrigins: readonly string[],
): Record<string, string> {
  const { origin } = request.headers
  const vary = { vary: 'Origin' }
  if (origin === undefined || !allowedOrigins.includes(origin)) return vary
  const allowed = { ...vary, 'access-control-allow-origin': origin }
  if (!isPreflight(request)) return { ...allowed, 'access-control-expose-headers': readableHeaders }
  return {
    ...allowed,
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': String(preflightSeconds),
  }
}
