// Watches the bodies of requests: whoever sends too slowly, or goes on for long after the answer, is cut off (T-072).

import type { FastifyReply, FastifyRequest } from 'fastify'
import { PanelError } from '../panel-error.ts'
import { exchangeOf } from './exchange.ts'
import { type BodyTimeLimits, beginProgress, checkProgress } from './logic/body-progress.ts'

/** What a client may still send after it was refused: closing earlier would keep the answer from reaching it. */
const drainLimitBytes = 128 * 1024 * 1024
const checksPerLimit = 30

interface WatchOptions {
  limits: BodyTimeLimits
  /** The body is read piece by piece: its progress counts, not its whole time. */
  isOfBytes: boolean
}

export function watchBody(request: FastifyRequest, reply: FastifyReply, options: WatchOptions): void {
  const { raw } = request
  const isTooSlowByItself = options.isOfBytes
    ? progressOf(request, reply, options.limits)
    : timeOf(options.limits.wholeMs)
  const isTooSlowForStranger = timeOf(options.limits.strangerMs)
  const isTooSlow = () => isTooSlowByItself() || (isStranger(request) && isTooSlowForStranger())
  let answeredAtBytes: number | null = null
  let isRefused = false
  const check = () => {
    const { socket } = raw
    if (raw.complete || socket.destroyed) return stop()
    if (answeredAtBytes !== null && socket.bytesRead - answeredAtBytes > drainLimitBytes)
      return socket.destroy()
    if (!isTooSlow()) return
    if (reply.raw.headersSent || reply.sent) return socket.destroy()
    // A route that reads piece by piece undoes its work first; it has until the next look.
    if (options.isOfBytes && !isRefused) exchangeOf(request, reply).abort(tooSlow())
    else void reply.send(tooSlow())
    isRefused = true
  }
  const shortestMs = Math.min(options.limits.silenceMs, options.limits.strangerMs)
  const timer = setInterval(check, Math.ceil(shortestMs / checksPerLimit)).unref()
  const stop = () => clearInterval(timer)
  raw.once('close', stop)
  raw.once('end', stop)
  reply.raw.once('finish', () => {
    answeredAtBytes = raw.socket.bytesRead
    // What a route has left unread would otherwise stand in the way of the next request.
    raw.removeAllListeners('readable')
    setImmediate(() => raw.resume())
  })
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

function tooSlow(): PanelError {
  return new PanelError('too_slow', { headers: { connection: 'close' } })
}

/** Nobody who has signed in is known for this request: not yet, or not at all. */
function isStranger({ recognized }: FastifyRequest): boolean {
  return recognized === null || recognized.kind === 'anonymous'
}

function timeOf(limitMs: number): () => boolean {
  const endMs = performance.now() + limitMs
  return () => performance.now() >= endMs
}

/** Once too slow, always too slow. */
function progressOf({ raw }: FastifyRequest, reply: FastifyReply, limits: BodyTimeLimits): () => boolean {
  let progress: ReturnType<typeof checkProgress> = beginProgress(performance.now(), raw.socket.bytesRead)
  return () => {
    if (progress === 'too slow') return true
    const { bytesRead: receivedBytes } = raw.socket
    const isHeldByUs = raw.readableLength > 0 && !reply.raw.writableFinished
    progress = checkProgress(progress, { nowMs: performance.now(), receivedBytes, isHeldByUs }, limits)
    return progress === 'too slow'
  }
}
