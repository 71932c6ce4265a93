// Passes a request on to the plugin whose route it is, after the panel has recognized and checked the caller.

import { isUtf8 } from 'node:buffer'
import { administratorPermission } from '@rookery/contracts/game-server-permissions.ts'
import { type PluginHttpRequest, pluginCalls } from '@rookery/contracts/plugin/host-calls.ts'
import type { PluginManifest } from '@rookery/contracts/plugin/manifest.ts'
import { PluginBusy, PluginEnded, PluginRefusal } from '@rookery/plugin-host/plugin-host.ts'
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../platform/caller.ts'
import { readWholeBody } from '../../platform/http/read-whole-body.ts'
import type { ByteExchange } from '../../platform/http/route.ts'
import { lacking } from '../../platform/lacking.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { answerHeadersFromPlugin, requestHeadersForPlugin } from './host/plugin-header-rules.ts'
import { findPluginRoute } from './logic/find-plugin-route.ts'
import type { PluginRun } from './plugin-run.ts'

const bodyLimitBytes = 512 * 1024
/** Whatever a plugin sends can be opened in a browser: it runs without scripts and without our origin. */
const withoutScripts = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

interface PluginCaller {
  caller: Caller
  isAdministrator(userId: number): Promise<boolean>
}

/** Throws PanelError; a route that is not declared is not found, whatever the plugin would say. */
export async function servePluginRoute(
  run: PluginRun,
  path: string,
  { incoming, body: sent, reply }: ByteExchange,
  { caller, isAdministrator }: PluginCaller,
): Promise<FastifyReply> {
  const route = findPluginRoute(run.plugin.manifest.routes, incoming.method ?? '', path)
  if (!route) throw new PanelError('not_found')
  const argument: PluginHttpRequest = {
    method: incoming.method ?? 'GET',
    path,
    query: queryOf(incoming.url ?? ''),
    headers: requestHeadersForPlugin(incoming.headers),
    caller: await checkAccess(route.access, caller, isAdministrator),
    ...contentOf(await readWholeBody(sent, bodyLimitBytes)),
  }
  const read = pluginCalls.http.answer.safeParse(await ask(run, argument))
  if (!read.success)
    throw new PanelError('unavailable', { message: 'the plugin gave an answer that cannot be read' })
  const { status, headers, body = '', body_base64 } = read.data
  const content = body_base64 === undefined ? body : Buffer.from(body_base64, 'base64')
  return reply
    .code(status)
    .headers({ ...answerHeadersFromPlugin(headers), 'content-security-policy': withoutScripts })
    .send(content)
}

async function checkAccess(
  access: PluginManifest['routes'][number]['access'],
  caller: Caller,
  isAdministrator: (userId: number) => Promise<boolean>,
): Promise<PluginHttpRequest['caller']> {
  if (caller.kind === 'anonymous') {
    if (access === 'public') return null
    throw new PanelError('not_signed_in')
  }
  // No ability of an access token speaks of plugins.
  if (caller.kind === 'personal-access-token') {
    if (access === 'public') return null
    throw lacking({ credential: 'session_or_service_account' })
  }
  const is_admin = await isAdministrator(caller.userId)
  if (access === 'administrator' && !is_admin) throw lacking({ permission: administratorPermission })
  return { id: caller.userId, login: caller.login, is_admin }
}

async function ask(run: PluginRun, argument: PluginHttpRequest): Promise<unknown> {
  try {
    return await run.call('http', argument)
  } catch (error) {
    if (error instanceof PluginRefusal) throw new PanelError('invalid_input', { message: error.message })
    if (error instanceof PluginBusy)
      throw new PanelError('unavailable', { message: 'the plugin is busy, try again' })
    if (error instanceof PluginEnded)
      throw new PanelError('unavailable', { message: 'the plugin has stopped' })
    throw error
  }
}

/** Without the short-lived token, which only the panel may see. */
function queryOf(url: string): Record<string, string> {
  const query = new URL(url, 'http://panel').searchParams
  query.delete('token')
  return Object.fromEntries(query)
}

function contentOf(bytes: Buffer): Pick<PluginHttpRequest, 'body' | 'body_base64'> {
  if (bytes.length === 0) return {}
  return isUtf8(bytes) ? { body: bytes.toString('utf8') } : { body_base64: bytes.toString('base64') }
}
