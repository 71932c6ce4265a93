// Calls any route or channel of a panel in such a way that whoever is let in breaks nothing: ids that nothing has
// unless the test names others, and bodies that no route accepts.

import type { TestPanel } from './start-test-panel.ts'

/** Nothing has this id. */
export const unknownId = 999_999

/** By the part of the path that stands before the id: `servers`, `tasks`, `users`… */
export type Ids = Readonly<Record<string, number | string>>

export function withIds(path: string, ids: Ids = {}): string {
  return path.replaceAll(/(\w+)\/\{\w+\}/g, (_, kind: string) => `${kind}/${ids[kind] ?? unknownId}`)
}

export const nameOf = ({ endpoint }: TestPanel['app']['routes'][number]) =>
  `${endpoint.method} ${endpoint.path}`

/** Channels are called `WS` and their path. */
export function namesOfAll({ app }: TestPanel): string[] {
  return [...app.routes.map(nameOf), ...app.channels.map(channel => `WS ${channel.path}`)]
}

const unacceptable = (method: string) => (method === 'POST' || method === 'PUT' ? { body: '"nothing"' } : {})

/** A request to a route or channel by its name. A channel gets a fresh short-lived token where the bearer can have one. */
export async function callByName(panel: TestPanel, name: string, bearer: string | null, ids: Ids = {}) {
  const [method = '', path = ''] = name.split(' ')
  const address = withIds(path, ids)
  const sessionToken = bearer ?? ''
  if (method === 'WS') return callChannel(panel, address, sessionToken)
  return panel.request(method, address, {
    sessionToken,
    headers: { 'content-type': 'application/json' },
    ...unacceptable(method),
  })
}

/** Without an upgrade, so that an open door answers 426. */
async function callChannel(panel: TestPanel, address: string, sessionToken: string) {
  const issued = await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })
  if (issued.status === 200) return panel.request('GET', `${address}?token=${issued.json.token}`)
  const refused = sessionToken === '' ? address : `${address}?token=${encodeURIComponent(sessionToken)}`
  return panel.request('GET', refused, { sessionToken })
}

/** 2fa: told to enroll a second factor first. ok: let in, whatever came of it. */
export type Met = 'ok' | '401' | '403' | '404' | '2fa'

export function metIn({ status, json, text }: Awaited<ReturnType<TestPanel['request']>>): Met {
  const code = (json as { code?: string } | undefined)?.code
  if (status >= 500 && code !== 'node_offline') throw new Error(`answered ${status}: ${text}`)
  if (code === 'session_restricted') return '2fa'
  if (status === 401 || status === 403 || status === 404) return `${status}`
  return 'ok'
}
