// HTTP on behalf of plugins (8.4): one lookup whose checked addresses are the ones dialed, every redirect checked again.

import { isUtf8 } from 'node:buffer'
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { httpFetch, httpFetched } from '@rookery/contracts/plugin/host-calls.ts'
import { PluginRefusal } from '@rookery/plugin-host/plugin-host.ts'
import { checkUrl, type OutgoingRules } from '@rookery/primitives/check-url.ts'
import type { Agent, Dispatcher } from 'undici'
import type * as z from 'zod'
import { openGuardedAgent } from '../../../platform/guarded-agent.ts'
import { headersAfterRedirect, headersForPlugin, headersFromPlugin } from './plugin-header-rules.ts'

export interface PluginHttpOptions extends Pick<OutgoingRules, 'allowedSchemes' | 'allowedHosts'> {
  blockPrivateIps: boolean
  maxTimeoutSeconds: number
  maxRedirects: number
  /** All addresses of a name; the system's resolver when absent. */
  resolve?: (host: string) => Promise<LookupAddress[]>
  version: string
}

type FetchRequest = z.output<typeof httpFetch>
type Fetched = z.output<typeof httpFetched>

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const redirects = [301, 302, 303, 307, 308]
/** In JSON and base64 it must still fit one message of the plugin. */
const answerLimitBytes = 512 * 1024

export type PluginHttpClient = ReturnType<typeof createPluginHttpClient>

export function createPluginHttpClient(options: PluginHttpOptions) {
  const resolve = options.resolve ?? (host => lookup(host, { all: true }))
  const rules: OutgoingRules = {
    ...options,
    allowedPrivate: !options.blockPrivateIps,
    privateAdvice: 'the operator of the panel can allow such addresses (PLUGIN_HTTP_BLOCK_PRIVATE_IPS)',
  }
  let agent: Agent | null = null
  let isClosed = false

  /** With the first request: it is large, and many a panel has no plugin that makes one. */
  async function load() {
    const { Agent, request } = await import('undici')
    if (isClosed) throw new PluginRefusal('the panel stops')
    agent ??= openGuardedAgent(Agent, { rules, resolve, refusal: problem => new PluginRefusal(problem) })
    return { request, dispatcher: agent }
  }

  async function follow(input: FetchRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let { method, headers, body } = readRequest(input)
    const { request, dispatcher } = await load()
    let [from, next]: [URL | null, string] = [null, input.url]
    for (let left = options.maxRedirects; ; left -= 1) {
      const checked = checkUrl(next, rules, from)
      if ('problem' in checked) throw new PluginRefusal(checked.problem)
      const { url } = checked
      headers = headersAfterRedirect(headers, from === null || from.origin === url.origin)
      const answer = await request(url, {
        dispatcher,
        method: method as Dispatcher.HttpMethod,
        headers: { 'user-agent': `rookery/${options.version}`, ...headers, 'accept-encoding': 'identity' },
        body,
        signal,
      })
      const location = redirects.includes(answer.statusCode) ? answer.headers.location : undefined
      if (typeof location !== 'string') return answer
      answer.body.on('error', () => {}).destroy()
      if (left <= 0) throw new PluginRefusal(`more than ${options.maxRedirects} redirects`)
      if (answer.statusCode < 307 && method !== 'HEAD') [method, body] = ['GET', null]
      ;[from, next] = [url, location]
    }
  }

  return {
    /** Throws PluginRefusal in words. */
    async fetch(input: FetchRequest, signal: AbortSignal): Promise<Fetched> {
      const limitMs = Math.min(
        input.timeout_ms ?? Number.POSITIVE_INFINITY,
        options.maxTimeoutSeconds * 1_000,
      )
      const timeout = AbortSignal.timeout(limitMs)
      try {
        const answer = await follow(input, AbortSignal.any([signal, timeout]))
        const bytes = await readLimited(answer.body)
        const content = isUtf8(bytes)
          ? { body: bytes.toString('utf8') }
          : { body_base64: bytes.toString('base64') }
        return { status: answer.statusCode, headers: headersForPlugin(answer.headers), ...content }
      } catch (error) {
        if (timeout.aborted) throw new PluginRefusal(`no whole answer within ${limitMs} ms`)
        throw asRefusal(error)
      }
    },
    async close(): Promise<void> {
      isClosed = true
      await agent?.destroy()
    },
  }
}

function readRequest(input: FetchRequest) {
  const method = input.method.toUpperCase()
  if (!methods.includes(method)) throw new PluginRefusal(`the method must be one of ${methods.join(', ')}`)
  const body =
    input.body_base64 === undefined ? (input.body ?? null) : Buffer.from(input.body_base64, 'base64')
  return {
    method,
    headers: headersFromPlugin(input.headers),
    body: method === 'GET' || method === 'HEAD' ? null : body,
  }
}

async function readLimited(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > answerLimitBytes)
      throw new PluginRefusal(`the answer is larger than ${answerLimitBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The refusal of a lookup arrives wrapped; what the network said is told without addresses of this machine. */
function asRefusal(error: unknown): PluginRefusal {
  if (error instanceof PluginRefusal) return error
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof PluginRefusal) return cause
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return new PluginRefusal(`the request failed (${code})`)
}
