// Which web pages may open a channel: those that this panel serves, under whatever name it was reached, and listed ones.

interface Upgrade {
  /** Absent when no browser asks. */
  origin: string | undefined
  /** The Host header: the name and port that the browser, or a proxy that passes it on, has called. */
  host: string | undefined
}

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * A page's scheme is not compared: behind a proxy that ends TLS the panel does not see it. A port that is left out, on
 * either side, is the usual one of the page's scheme.
 */
export function isAllowedOrigin({ origin, host }: Upgrade, allowedOrigins: readonly string[]): boolean {
  if (origin === undefined || allowedOrigins.includes(origin)) return true
  const page = URL.parse(origin)
  const usualPort = page ? usualPorts[page.protocol] : undefined
  // `null`, several origins in one header, schemes of browser extensions: none of them is a page of this panel.
  if (!page || usualPort === undefined || page.origin !== origin.toLowerCase()) return false
  const called = host === undefined || /[\s/@?#\\]/.test(host) ? null : URL.parse(`${page.protocol}//${host}`)
  if (!called) return false
  return page.hostname === called.hostname && (page.port || usualPort) === (called.port || usualPort)
}
