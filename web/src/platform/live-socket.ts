// One live connection to the panel that comes back by itself, each time with a fresh short-lived token.

import { issueShortLivedToken } from '@rookery/contracts/http/auth.ts'
import { endpoint } from '@rookery/contracts/http/endpoint.ts'
import type { Envelope } from '@rookery/contracts/websocket/envelope.ts'
import { api, apiSend } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { readEnvelope } from './logic/read-envelope.ts'
import {
  isFinal,
  type Line,
  type LineEvent,
  type LineState,
  newLine,
  nextLine,
  retryDelayMs,
  subjectPath,
} from './logic/reconnect.ts'
import { queryText } from './logic/request-address.ts'
import { loginSession } from './login-session.ts'

export interface LiveSocketOptions<Message extends Envelope> {
  path: string
  /** Asked anew at every connect: where the last connection stopped. */
  query?: () => Record<string, string | number | undefined>
  onMessage: (message: Message) => void
  onState: (state: LineState) => void
}

export interface LiveSocket {
  /** False when nothing is open: the caller says so instead of losing the message. */
  send: (type: string, payload: Record<string, unknown>) => boolean
  close: () => void
}

const pingEveryMs = 25_000
const answerWithinMs = 10_000

export function openLiveSocket<Message extends Envelope>(options: LiveSocketOptions<Message>): LiveSocket {
  let line: Line = newLine
  let socket: WebSocket | null = null
  let isClosed = false
  let isConnecting = false
  /** In whose name it was last opened: only this session ends with it. */
  let sessionToken: string | null = null
  /** The last one ended before it was open: the panel may have refused it. */
  let wasRefused = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let pingTimer: ReturnType<typeof setInterval> | undefined
  let answerTimer: ReturnType<typeof setTimeout> | undefined

  function move(event: LineEvent): void {
    if (isClosed) return
    line = nextLine(line, event)
    options.onState(line.state)
    if (line.state === 'sign-in' && sessionToken !== null) loginSession.endIfStill(sessionToken)
    if (line.state === 'reconnecting') {
      const delayMs = retryDelayMs(line.failedAttempts, Math.random(), line.spreadMs)
      retryTimer = setTimeout(() => void connect(), delayMs)
    }
  }

  function dropSocket(): void {
    clearInterval(pingTimer)
    clearTimeout(answerTimer)
    socket = null
  }

  function keepAlive(open: WebSocket): void {
    pingTimer = setInterval(() => {
      open.send(JSON.stringify({ type: 'ping', payload: {} }))
      clearTimeout(answerTimer)
      // A half-dead connection never closes by itself: silence after a ping ends it.
      answerTimer = setTimeout(() => {
        if (socket !== open) return
        dropSocket()
        open.onclose = null
        open.close()
        move({ kind: 'closed', code: 1006 })
      }, answerWithinMs)
    }, pingEveryMs)
  }

  function listen(opened: WebSocket): void {
    opened.onopen = () => {
      wasRefused = false
      move({ kind: 'opened' })
      keepAlive(opened)
    }
    opened.onmessage = event => {
      clearTimeout(answerTimer)
      if (isClosed || typeof event.data !== 'string') return
      const message = readEnvelope(event.data)
      // The panel is of one version with its pages: a type says what its payload is.
      if (message) options.onMessage(message as Message)
    }
    opened.onclose = event => {
      if (socket !== opened) return
      dropSocket()
      move({ kind: 'closed', code: event.code, reason: event.reason })
    }
  }

  async function connect(): Promise<void> {
    if (isConnecting || socket || isClosed) return
    isConnecting = true
    sessionToken = loginSession.sessionToken()
    clearTimeout(retryTimer)
    try {
      if (wasRefused) await requireSubject(options.path)
      const shortLived = await api(issueShortLivedToken, {})
      if (isClosed) return
      const scheme = window.location.protocol === 'https:' ? 'wss:' : 'ws:'
      const query = queryText({ ...options.query?.(), token: shortLived.token })
      wasRefused = true
      socket = new WebSocket(`${scheme}//${window.location.host}${options.path}${query}`)
      listen(socket)
    } catch (error) {
      move({ kind: 'refused', status: error instanceof ApiError ? error.status : 0 })
    } finally {
      isConnecting = false
    }
  }

  /** Coming back from sleep or to a network is the moment to try at once. */
  function wake(): void {
    if (line.state === 'reconnecting' && document.visibilityState === 'visible') void connect()
  }

  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  void connect()

  return {
    send(type, payload) {
      if (!socket || socket.readyState !== WebSocket.OPEN || isFinal(line)) return false
      socket.send(JSON.stringify({ type, payload }))
      return true
    },
    close() {
      isClosed = true
      clearTimeout(retryTimer)
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
      const open = socket
      dropSocket()
      open?.close(1000)
    },
  }
}

/** Throws ApiError where what the channel is about is gone, or closed to this person. */
async function requireSubject(channelPath: string): Promise<void> {
  const path = subjectPath(channelPath)
  if (path !== null) await apiSend(endpoint({ method: 'GET', path, summary: '' }), {})
}
