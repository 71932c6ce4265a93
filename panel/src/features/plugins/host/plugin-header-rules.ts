// Which headers pass between a plugin and the world: never those that carry sessions and secrets (5.12).

/** Neither from other servers to a plugin, nor from a plugin to a browser. */
const secretive = new Set([
  'set-cookie',
  'set-cookie2',
  'authorization',
  'www-authenticate',
  'proxy-authenticate',
  'proxy-authorization',
  'clear-site-data',
])

/** About the connection, not the message: whoever speaks HTTP writes these. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'host',
  'content-length',
  'expect',
])

/** What a browser must believe the panel about, not a plugin. */
const ofThePanel =
  /^(access-control-.*|content-security-policy.*|strict-transport-security|x-frame-options|x-content-type-options|referrer-policy|x-request-id|origin-agent-cluster|permissions-policy|cross-origin-.*|service-worker-allowed|refresh|link|alt-svc|report-to|nel)$/

const isForPlugin = (name: string) => !secretive.has(name) && !ofConnection.has(name)

type HeaderLists = Record<string, string | string[] | undefined>

/** An answer from elsewhere, as a plugin sees it. */
export function headersForPlugin(headers: HeaderLists): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value] as const)
      .filter((pair): pair is [string, string] => pair[1] !== undefined && isForPlugin(pair[0])),
  )
}

/** A request of a browser or script to a plugin's route: neither its token nor its cookies. */
export function requestHeadersForPlugin(headers: HeaderLists): Record<string, string> {
  const { cookie: _cookie, ...rest } = headersForPlugin(headers)
  return rest
}

/** What a plugin wants to send to another server; it may sign in there with its own secret. */
export function headersFromPlugin(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name, value]) => isHeader(name, value) && !ofConnection.has(name)),
  )
}

/** What a plugin answers to a browser. */
export function answerHeadersFromPlugin(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersFromPlugin(headers)).filter(
      ([name]) => !secretive.has(name) && !ofThePanel.test(name),
    ),
  )
}

/** To another origin nothing goes that was meant for the first one. */
export function headersAfterRedirect(
  headers: Record<string, string>,
  isSameOrigin: boolean,
): Record<string, string> {
  if (isSameOrigin) return headers
  const { authorization: _authorization, cookie: _cookie, 'proxy-authorization': _proxy, ...rest } = headers
  return rest
}

function isHeader(name: string, value: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}
