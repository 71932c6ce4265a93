// Sends one delivery: the address is checked when it is dialed, redirects are not followed, and neither the time nor
// what is read of the answer is left to the receiver. Never throws: what went wrong is the outcome.

import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { AttemptOutcome } from '@rookery/contracts/http/webhooks.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import { checkUrl, type OutgoingRules } from '@rookery/primitives/check-url.ts'
import { harmlessString } from '@rookery/primitives/terminal-text.ts'
import type { Agent } from 'undici'
import { openGuardedAgent } from '../../platform/guarded-agent.ts'

export interface WebhookClientOptions {
  allowPrivate: boolean
  version: string
  /** All addresses of a name; the system's resolver when absent. */
  resolve?: ((host: string) => Promise<LookupAddress[]>) | undefined
  /** How long one attempt takes at most; the usual time when left out. */
  limitMs?: number | undefined
}

export interface Outgoing {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface Attempt extends AttemptOutcome {
  isDelivered: boolean
  /** What the receiver asked for; null: nothing. */
  retryAfterMs: number | null
}

export const attemptLimitMs = 15_000
const answerLimitBytes = 2_048
const longestRetryAfterMs = 60 * 60_000

class Refusal extends Error {}

export type WebhookClient = ReturnType<typeof createWebhookClient>

export function createWebhookClient({ allowPrivate, version, resolve, limitMs }: WebhookClientOptions) {
  const timeLimitMs = limitMs ?? attemptLimitMs
  const rules: OutgoingRules = {
    // In a private network few have a certificate; over the internet a delivery is readable and changeable without.
    allowedSchemes: allowPrivate ? ['https', 'http'] : ['https'],
    allowedHosts: [],
    allowedPrivate: allowPrivate,
    privateAdvice: 'the operator of the panel can allow such addresses (WEBHOOK_ALLOW_PRIVATE)',
  }
  let agent: Agent | null = null

  async function load() {
    const { Agent, request } = await import('undici')
    agent ??= openGuardedAgent(Agent, {
      rules,
      resolve: resolve ?? (host => lookup(host, { all: true })),
      refusal: problem => new Refusal(problem),
    })
    return { request, dispatcher: agent }
  }

  /** Null: it may be sent there, as far as can be said without asking for its addresses. */
  function problemOf(url: string): string | null {
    const checked = checkUrl(url, rules, null)
    return 'problem' in checked ? checked.problem : null
  }

  async function exchange({ url, headers, body }: Outgoing, signal: AbortSignal) {
    const problem = problemOf(url)
    if (problem !== null) throw new Refusal(problem)
    const { request, dispatcher } = await load()
    const answer = await request(url, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `rookery/${version}`,
        'accept-encoding': 'identity',
        ...headers,
      },
      body,
      signal,
    })
    const beginning = await readBeginning(answer.body)
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], beginning }
  }

  return {
    problemOf,
    async send(outgoing: Outgoing): Promise<Attempt> {
      const startedMs = performance.now()
      const timeout = AbortSignal.timeout(timeLimitMs)
      const took = () => Math.round(performance.now() - startedMs)
      try {
        const { status, retryAfter, beginning } = await exchange(outgoing, timeout)
        const isDelivered = status >= 200 && status < 300
        const problem = isDelivered ? '' : problemOfStatus(status)
        const wait =
          typeof retryAfter === 'string' && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null
        const retryAfterMs = wait === null ? null : Math.min(wait * 1_000, longestRetryAfterMs)
        return { isDelivered, status, took_ms: took(), problem, answer: beginning, retryAfterMs }
      } catch (error) {
        const problem = timeout.aborted
          ? reasonOf('receiverTimeout', { seconds: timeLimitMs / 1_000 })
          : problemOfError(error)
        return { isDelivered: false, status: null, took_ms: took(), problem, answer: '', retryAfterMs: null }
      }
    },
    async close(): Promise<void> {
      await agent?.destroy()
    },
  }
}

/** Its status has come: what is wrong with the rest of the answer changes nothing. */
async function readBeginning(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= answerLimitBytes) break
    }
  } catch {
    // It told a length that was not true, or went on until the time was over.
  }
  body.destroy()
  return harmlessString(Buffer.concat(chunks).subarray(0, answerLimitBytes))
}

function problemOfStatus(status: number): string {
  if (status >= 300 && status < 400) return reasonOf('receiverRedirects', { status })
  return reasonOf('receiverAnswered', { status })
}

/** What the network said, without addresses of this machine. */
function problemOfError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  for (const each of [error, cause]) if (each instanceof Refusal) return each.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return reasonOf('receiverUnreachable', { error: code })
}
