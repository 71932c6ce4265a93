// What a request over plain HTTP asks for: a challenge of the directory, or a page that is somewhere else.

const challengePath = '/.well-known/acme-challenge/'

/** Null for every other path; tokens are base64url. */
export function challengeToken(requestTarget: string): string | null {
  if (!requestTarget.startsWith(challengePath)) return null
  const token = requestTarget.slice(challengePath.length)
  return /^[\w-]{1,128}$/.test(token) ? token : ''
}

/** The same page over TLS. The host is the configured one, whatever the request claims. */
export function secureAddress(origin: string, requestTarget: string): string {
  const url = URL.parse(`${origin}${requestTarget}`)
  return url?.origin === origin ? url.href : `${origin}/`
}
