// One connected client of the keeper: reads its frames, answers each once, in order, and ends at the first broken one.

import type { Socket } from 'node:net'
import { uptime } from 'node:os'
import {
  eventFrame,
  FrameReader,
  readInputPayload,
  readTimedInputPayload,
  replyFrame,
} from './keeper-frames.ts'
import {
  frameKinds,
  inputChunkBytes,
  type KeeperEvent,
  type KeeperReply,
  type KeeperRequest,
  keeperProtocolVersion,
  requestFrameLimitBytes,
} from './keeper-protocol.ts'
import { checkRequest, parseRequest } from './keeper-requests.ts'
import { type PtyTable, Refusal } from './pty-table.ts'
import { Subscriptions } from './subscriptions.ts'

/** Answers that nobody reads must not pile up: such a client is cut off. */
const unreadLimitBytes = 16 * 1024 * 1024
const greetingMs = 10_000

type Answer = Omit<Extract<KeeperReply, { ok: true }>, 'n' | 'ok'>

export class KeeperConnection {
  readonly #socket: Socket
  readonly #ptys: PtyTable
  readonly #frames = new FrameReader(requestFrameLimitBytes)
  readonly #subscriptions: Subscriptions
  #isGreeted = false

  constructor(socket: Socket, ptys: PtyTable) {
    this.#socket = socket
    this.#ptys = ptys
    this.#subscriptions = new Subscriptions(socket)
    const greetingTimer = setTimeout(() => {
      if (!this.#isGreeted) socket.destroy()
    }, greetingMs)
    socket.on('data', chunk => this.#receive(chunk as Buffer))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => clearTimeout(greetingTimer))
  }

  pump(): void {
    this.#subscriptions.pump()
  }

  /** Bytes before the end go first, so that a fast reader has them all when it hears of the exit. */
  report(event: KeeperEvent): void {
    this.#subscriptions.pump()
    if (this.#isGreeted && !this.#socket.destroyed) this.#socket.write(eventFrame(event))
  }

  #receive(chunk: Buffer): void {
    try {
      for (const frame of this.#frames.push(chunk)) {
        if (this.#socket.destroyed) return
        if (frame.kind === frameKinds.request) this.#answerRequest(frame.payload)
        else if (frame.kind === frameKinds.input && this.#isGreeted)
          this.#answerInput({ ...readInputPayload(frame.payload), untilMs: Number.POSITIVE_INFINITY })
        else if (frame.kind === frameKinds.timedInput && this.#isGreeted)
          this.#answerInput(readTimedInputPayload(frame.payload))
        else throw new Error(`a frame of kind ${frame.kind} is not accepted here`)
      }
    } catch {
      this.#socket.destroy()
    }
  }

  #answerRequest(payload: Buffer): void {
    const parsed = parseRequest(payload)
    if (parsed === null) throw new Error('a request must be a JSON object with a number n')
    this.#answer(parsed.n, () => {
      const checked = checkRequest(parsed.body)
      if ('problem' in checked) throw new Refusal('invalid', checked.problem)
      if (checked.request.verb !== 'hello' && !this.#isGreeted)
        throw new Refusal('invalid', 'say hello first')
      return this.#act(checked.request)
    })
    this.#subscriptions.pump()
  }

  #answerInput({ n, id, untilMs, bytes }: ReturnType<typeof readTimedInputPayload>): void {
    this.#answer(n, () => {
      if (uptime() * 1_000 > untilMs) throw new Refusal('expired', 'it came too late and was not typed')
      if (bytes.length > inputChunkBytes)
        throw new Refusal('invalid', `at most ${inputChunkBytes} bytes at once`)
      if (!this.#ptys.getRunning(id).type(bytes)) {
        throw new Refusal('input_full', 'the program does not read its input')
      }
      return {}
    })
  }

  #answer(n: number, act: () => Answer): void {
    let reply: KeeperReply
    try {
      reply = { n, ok: true, ...act() }
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'failed'
      reply = { n, ok: false, code, message: error instanceof Error ? error.message : String(error) }
    }
    if (this.#socket.destroyed) return
    this.#socket.write(replyFrame(reply))
    if (this.#socket.writableLength > unreadLimitBytes) this.#socket.destroy()
  }

  #act(request: KeeperRequest): Answer {
    switch (request.verb) {
      case 'hello':
        this.#isGreeted = true
        return {
          version: keeperProtocolVersion,
          keeperPid: process.pid,
          timedInput: true,
          ptys: this.#ptys.list(),
        }
      case 'list':
        return { ptys: this.#ptys.list() }
      case 'spawn':
        return { pty: this.#ptys.spawn(request, Date.now()).describe() }
      case 'resize':
        this.#ptys.getRunning(request.id, request.streamId).resize(request.cols, request.rows)
        return {}
      case 'signal':
        this.#ptys.getRunning(request.id, request.streamId).signal(request.signal as NodeJS.Signals)
        return {}
      case 'subscribe': {
        const pty = this.#ptys.get(request.id, request.streamId)
        this.#subscriptions.add(pty.id, pty.ring, request.fromSeq)
        return { pty: pty.describe() }
      }
      case 'unsubscribe':
        this.#subscriptions.remove(request.id)
        return {}
      case 'forget':
        this.#ptys.forget(request.id, request.streamId)
        return {}
    }
  }
}
