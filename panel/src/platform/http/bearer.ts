// Reads the one token of a request from the raw headers; anything ambiguous counts as a broken token.

import type { IncomingMessage } from 'node:http'

const bearerHeader = /^bearer ([\x21-\x7e]{1,8192})$/i

/** The token, `null` when there is no Authorization header, `'broken'` when it is not exactly one bearer token. */
export function bearerTokenOf(request: IncomingMessage): { token: string } | 'broken' | null {
  let value: string | null = null
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    if (request.rawHeaders[i]?.toLowerCase() !== 'authorization') continue
    if (value !== null) return 'broken'
    value = request.rawHeaders[i + 1] ?? ''
  }
  if (value === null) return null
  const token = bearerHeader.exec(value)?.[1]
  return token === undefined ? 'broken' : { token }
}
