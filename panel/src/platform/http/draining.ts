// The orderly end of one instance among several: no request that a proxy has sent here fails because of it.
//
// First it says that it is not ready, and serves on: whoever asks for that stops sending. Then it lets go, unanswered,
// of requests that a proxy may send elsewhere without harm (GET and HEAD): that is how nginx notices, and it asks the
// next instance. Everything else is served to the end. It is over when nobody has come for a moment.

import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface DrainTimes {
  announceMs: number
  /** Nobody has come for this long: whoever sends requests knows. */
  quietMs: number
  longestMs: number
}

export const usualDrainTimes: DrainTimes = { announceMs: 2_000, quietMs: 500, longestMs: 5_000 }

export interface Draining {
  isLeaving(): boolean
  /** Aborts when it begins: nobody is kept waiting any longer. */
  readonly leaving: AbortSignal
  /** Resolves when the listener may be closed. */
  begin(): Promise<void>
  onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void
}

const pollEveryMs = 50

/** Without times nobody stands in: it ends at once. */
export function createDraining(times: DrainTimes | null): Draining {
  let phase: 'serving' | 'announcing' | 'letting go' = 'serving'
  let lastCameAtMs = 0
  const controller = new AbortController()
  return {
    leaving: controller.signal,
    isLeaving: () => phase !== 'serving',
    async begin() {
      phase = 'announcing'
      controller.abort()
      if (!times) return
      await delay(times.announceMs)
      phase = 'letting go'
      lastCameAtMs = performance.now()
      const untilMs = lastCameAtMs + times.longestMs
      while (performance.now() < Math.min(untilMs, lastCameAtMs + times.quietMs)) await delay(pollEveryMs)
    },
    onRequest(request, reply, done) {
      if (phase === 'serving') return done()
      lastCameAtMs = performance.now()
      reply.header('connection', 'close')
      const mayGoElsewhere = request.method === 'GET' || request.method === 'HEAD'
      if (phase !== 'letting go' || !mayGoElsewhere) return done()
      reply.hijack()
      request.raw.socket.destroy()
    },
  }
}
