// One greeted connection to the keeper: numbered requests with their answers, events and output as they come.

import { connect, type Socket } from 'node:net'
import {
  FrameReader,
  inputFrame,
  readOutputPayload,
  requestFrame,
  timedInputFrame,
} from '../../../keeper/keeper-frames.ts'
import {
  frameKinds,
  type KeeperEvent,
  type KeeperRefusal,
  type KeeperReply,
  type KeeperRequest,
  keeperProtocolVersion,
  type PtyDescription,
  replyFrameLimitBytes,
} from '../../../keeper/keeper-protocol.ts'
import { bootClockMs } from '../../clock.ts'
import { readKeeperEvent, readKeeperReply } from './keeper-answers.ts'

const greetingMs = 10_000
/** Typed within this time or not at all: whoever asked is told that it was not. */
export const inputLifeMs = 3_000
/** A keeper that has typed in time has answered by then. */
const inputAnswerMs = inputLifeMs + 300

export type Accepted = Extract<KeeperReply, { ok: true }>

/** No keeper listens: not an error where none is needed. */
export class KeeperGone extends Error {}

/** It does not answer. Whether what was asked for still happens is in the message. */
export class KeeperSilent extends Error {}

/** The connection ended before the answer came: whether the request was carried out is not known. */
export class ConnectionLost extends Error {}

export class KeeperRefused extends Error {
  readonly code: KeeperRefusal

  constructor(code: KeeperRefusal, message: string) {
    super(message)
    this.code = code
  }
}

export interface SocketEvents {
  event(event: KeeperEvent): void
  output?(seq: number, bytes: Buffer): void
  closed(): void
}

interface Waiting {
  resolve: (reply: Accepted) => void
  reject: (error: Error) => void
}

export class KeeperSocket {
  readonly #socket: Socket
  readonly #events: SocketEvents
  readonly #frames = new FrameReader(replyFrameLimitBytes)
  readonly #waiting = new Map<number, Waiting>()
  #nextNumber = 1
  /** Why this end has closed it. */
  #fault: string | null = null
  /** What the keeper had when the greeting was answered. */
  ptys: PtyDescription[] = []
  /** Rule K10; an older keeper types whenever it comes to it. */
  takesTimedInput = false

  constructor(socket: Socket, events: SocketEvents) {
    this.#socket = socket
    this.#events = events
    socket.on('data', chunk => this.#receive(chunk as Buffer))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#lose())
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  request(request: KeeperRequest): Promise<Accepted> {
    return this.#send(n => requestFrame({ ...request, n }))
  }

  /** Rejects with KeeperSilent when the keeper does not take it in time; a keeper of today drops it then. */
  async type(id: number, bytes: Uint8Array): Promise<Accepted> {
    const untilMs = bootClockMs() + inputLifeMs
    const typed = this.#send(n =>
      this.takesTimedInput ? timedInputFrame(n, id, untilMs, bytes) : inputFrame(n, id, bytes),
    )
    const silence = Promise.withResolvers<never>()
    const timer = setTimeout(() => silence.reject(new KeeperSilent(silenceMessage(this))), inputAnswerMs)
    return Promise.race([typed, silence.promise]).finally(() => clearTimeout(timer))
  }

  /** Stops reading, so that the keeper's cursor waits (and is overtaken) instead of this process filling up. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  close(): void {
    this.#socket.destroy()
  }

  #send(frame: (n: number) => Buffer): Promise<Accepted> {
    if (!this.isOpen) return Promise.reject(new ConnectionLost('the connection to the keeper is closed'))
    const n = this.#nextNumber
    this.#nextNumber = n === 0xffffffff ? 1 : n + 1
    return new Promise((resolve, reject) => {
      this.#waiting.set(n, { resolve, reject })
      this.#socket.write(frame(n))
    })
  }

  #receive(chunk: Buffer): void {
    try {
      for (const { kind, payload } of this.#frames.push(chunk)) {
        if (kind === frameKinds.output) {
          const { seq, bytes } = readOutputPayload(payload)
          this.#events.output?.(seq, bytes)
        } else if (kind === frameKinds.reply) this.#settle(readKeeperReply(payload))
        else if (kind === frameKinds.event) {
          const event = readKeeperEvent(payload)
          if (event) this.#events.event(event)
        }
      }
    } catch (error) {
      // Connected anew, everything is listed anew: nothing that was meant stays unknown.
      this.#fault = error instanceof Error ? error.message : String(error)
      this.#socket.destroy()
    }
  }

  #settle(reply: KeeperReply): void {
    const waiting = this.#waiting.get(reply.n)
    this.#waiting.delete(reply.n)
    if (reply.ok) waiting?.resolve(reply)
    else waiting?.reject(new KeeperRefused(reply.code, reply.message))
  }

  #lose(): void {
    const reason = this.#fault === null ? '' : `: ${this.#fault}`
    for (const { reject } of this.#waiting.values())
      reject(new ConnectionLost(`the connection to the keeper was lost${reason}`))
    this.#waiting.clear()
    this.#events.closed()
  }
}

/** Rejects with KeeperGone where nobody listens; such a socket has told nothing to its events. */
export async function openKeeperSocket(socketFile: string, events: SocketEvents): Promise<KeeperSocket> {
  const socket = new KeeperSocket(await openSocket(socketFile), events)
  const timer = setTimeout(() => socket.close(), greetingMs)
  try {
    const {
      version = 0,
      timedInput = false,
      ptys = [],
    } = await socket.request({ verb: 'hello', version: keeperProtocolVersion })
    if (version > keeperProtocolVersion) throw new Error(tooNew(version))
    socket.ptys = ptys
    socket.takesTimedInput = timedInput
    return socket
  } catch (error) {
    socket.close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function silenceMessage({ takesTimedInput }: KeeperSocket): string {
  const outcome = takesTimedInput ? 'nothing was typed' : 'it may still be typed later'
  return `the keeper of processes on the node does not answer: ${outcome}`
}

function tooNew(version: number): string {
  return (
    `the running keeper speaks version ${version}, this daemon only up to ${keeperProtocolVersion}: ` +
    'use the newer daemon again, or let all game servers end first'
  )
}

function openSocket(socketFile: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketFile)
    socket.once('connect', () => {
      socket.removeAllListeners('error')
      resolve(socket)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const isGone = error.code === 'ENOENT' || error.code === 'ECONNREFUSED'
      reject(isGone ? new KeeperGone(`no keeper listens on ${socketFile}`, { cause: error }) : error)
    })
  })
}
