// One open WebSocket: sends encoded messages with a bound on what a slow reader may pile up, and reads envelopes.

import { type ErrorCode, errors } from '@rookery/contracts/errors.ts'
import { clientEnvelope } from '@rookery/contracts/websocket/client-envelope.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import type { RawData, WebSocket } from 'ws'
import type { AccountCaller } from '../caller.ts'

const bufferedLimitBytes = 1024 * 1024
const terminateAfterMs = 2_000
/** One who reads slowly finds the reason behind all that waits for it. */
const terminateSlowReaderAfterMs = 8_000
const messagesPerSecond = 200

/** Encodes a message once, however many connections it goes to. */
export function encodeMessage(type: string, payload: object, nowMs: number): Buffer {
  return Buffer.from(JSON.stringify({ type, payload, ts: Math.floor(nowMs / 1000) }))
}

/** All that a close frame has room for (RFC 6455, 5.5). */
const reasonBytes = 123

/** As much of it as fits, in whole characters: a longer one would keep the channel open. */
function fittingReason(reason: string): string {
  const { read } = new TextEncoder().encodeInto(reason, new Uint8Array(reasonBytes))
  return reason.slice(0, read)
}

interface ConnectionDeps {
  now(): number
  /** Told whenever something is refused because a right is missing. */
  denied(): void
}

export class Connection {
  readonly caller: AccountCaller
  readonly #socket: WebSocket
  readonly #now: () => number
  readonly #denied: () => void
  readonly #closed: (() => void)[] = []
  #bulkBytes = 0
  #lastHeardMs: number
  #allowance = messagesPerSecond
  #allowanceAtMs: number

  constructor(socket: WebSocket, caller: AccountCaller, { now, denied }: ConnectionDeps) {
    this.caller = caller
    this.#socket = socket
    this.#now = now
    this.#denied = denied
    this.#lastHeardMs = this.#allowanceAtMs = now()
    socket.on('close', () => {
      for (const listener of this.#closed) listener()
    })
    socket.on('pong', () => {
      this.#lastHeardMs = now()
    })
    // ws closes the socket itself after an error; without a listener the error would end the process.
    socket.on('error', () => {})
  }

  send(type: string, payload: object): void {
    this.sendEncoded(encodeMessage(type, payload, this.#now()))
  }

  /**
   * A reader that lags by more than the limit is cut, so that memory stays bounded and others keep up. `flushed` is
   * called when the socket has taken the message, or never will; false when it is not even tried.
   */
  sendEncoded(message: Buffer, flushed: () => void = () => {}): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false
    if (this.#socket.bufferedAmount - this.#bulkBytes > bufferedLimitBytes) {
      this.#end(closeCodes.readerTooSlow, 'reader too slow', terminateSlowReaderAfterMs)
      return false
    }
    this.#socket.send(message, { binary: false }, flushed)
    return true
  }

  /** For bulk: resolves when the socket has taken it, so that much is sent no faster than it is read; false when closed. */
  async sendFlushed(message: Buffer): Promise<boolean> {
    if (this.#socket.readyState !== this.#socket.OPEN) return false
    const isSent = await new Promise<boolean>(resolve =>
      this.#socket.send(message, { binary: false }, error => resolve(!error)),
    )
    return isSent && this.#socket.readyState === this.#socket.OPEN
  }

  /** What was asked for and comes at once, such as a history: no sign of a slow reader, however much it is. */
  sendBulk(message: Buffer, flushed: () => void = () => {}): void {
    if (this.#socket.readyState !== this.#socket.OPEN) {
      flushed()
      return
    }
    this.#bulkBytes += message.length
    this.#socket.send(message, { binary: false }, () => {
      this.#bulkBytes -= message.length
      flushed()
    })
  }

  refuse(code: ErrorCode, message: string): void {
    if (errors[code].status === 403) this.#denied()
    this.send('error', { code, message })
  }

  /** Calls back for every well-formed message; `ping` is answered here. */
  onMessage(listener: (type: string, payload: Record<string, unknown>) => void): void {
    this.#socket.on('message', (raw, isBinary) => {
      this.#lastHeardMs = this.#now()
      if (!this.#mayTalk()) return this.close(closeCodes.protocolAbuse, 'too many messages')
      const message = isBinary ? null : parseEnvelope(textOf(raw))
      if (!message)
        return this.refuse(
          'malformed_request',
          'send a JSON object with type and payload, such as {"type":"ping"}',
        )
      if (message.type === 'ping') return this.send('pong', {})
      listener(message.type, message.payload)
    })
  }

  onClose(listener: () => void): void {
    this.#closed.push(listener)
  }

  close(code: number, reason: string): void {
    this.#end(code, reason, terminateAfterMs)
  }

  /** Asks for a sign of life; cuts the connection when the last one is too old. */
  ping(silenceLimitMs: number): void {
    if (this.#now() - this.#lastHeardMs > silenceLimitMs) this.#socket.terminate()
    else this.#socket.ping()
  }

  #end(code: number, reason: string, patienceMs: number): void {
    this.#socket.close(code, fittingReason(reason))
    setTimeout(() => this.#socket.terminate(), patienceMs).unref()
  }

  #mayTalk(): boolean {
    const now = this.#now()
    const earned = ((now - this.#allowanceAtMs) / 1000) * messagesPerSecond
    this.#allowance = Math.min(messagesPerSecond, this.#allowance + Math.max(0, earned))
    this.#allowanceAtMs = now
    this.#allowance -= 1
    return this.#allowance >= 0
  }
}

function textOf(raw: RawData): string {
  if (Array.isArray(raw)) return Buffer.concat(raw).toString('utf8')
  return Buffer.from(raw as ArrayBuffer).toString('utf8')
}

function parseEnvelope(text: string): { type: string; payload: Record<string, unknown> } | null {
  try {
    const parsed = clientEnvelope.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
