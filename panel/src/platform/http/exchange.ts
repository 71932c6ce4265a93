// One request and its answer as streams: the body piece by piece, and a signal that tells when the client is gone.

import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PanelError } from '../panel-error.ts'
import { withinSignal } from '../within-signal.ts'
import type { ByteExchange } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Made when somebody asks for it: most routes answer at once. */
    exchange: Exchange | null
  }
}

export function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  request.exchange ??= new Exchange(request.raw, reply)
  return request.exchange
}

/** What comes too late or not at all is answered with this. */
export function clientLeft(): PanelError {
  return new PanelError('malformed_request', { message: 'the request ended before it was whole' })
}

class Exchange implements ByteExchange {
  readonly incoming: IncomingMessage
  readonly reply: FastifyReply
  #controller: AbortController | null = null
  #abortedWith: PanelError | null = null

  constructor(incoming: IncomingMessage, reply: FastifyReply) {
    this.incoming = incoming
    this.reply = reply
  }

  abort(reason: PanelError): void {
    this.#abortedWith ??= reason
    this.#controller?.abort(this.#abortedWith)
  }

  /** Made when somebody asks for it, too. */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal
    this.#controller = new AbortController()
    const { raw } = this.reply
    if (raw.destroyed && !raw.writableFinished) this.#abortedWith ??= clientLeft()
    if (this.#abortedWith) this.#controller.abort(this.#abortedWith)
    raw.once('close', () => {
      if (!raw.writableFinished) this.abort(clientLeft())
    })
    return this.#controller.signal
  }

  get body(): AsyncIterable<Buffer> {
    return readBody(this.incoming, this.signal)
  }
}

/** Leaves the connection as it is when the reader stops early, so that a refusal can be answered. */
async function* readBody(incoming: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  const reader = incoming.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>
  try {
    for (;;) {
      const { value, done } = await withinSignal(reader.next(), signal)
      if (done) return
      yield value
    }
  } catch (error) {
    if (error instanceof PanelError) throw error
    throw clientLeft()
  } finally {
    // Not awaited: behind a read that never ends it would not return either.
    void reader.return?.()?.catch(() => {})
  }
}
