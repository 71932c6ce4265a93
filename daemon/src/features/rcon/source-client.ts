// RCON over TCP as Source games and Minecraft speak it; the end of an answer is found with an empty packet after it.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Inbox } from './inbox.ts'
import { collectAnswer } from './logic/collected-answer.ts'
import {
  createSourceReader,
  encodeSourcePacket,
  refusedId,
  type SourcePacket,
  sourceTypes,
} from './logic/source-packets.ts'
import {
  noAnswer,
  notListening,
  notRcon,
  type RconAddress,
  type RconClient,
  type RconLimits,
  rconLimits,
  retainedAnswerBytes,
  tooLong,
  unreachable,
  wrongPassword,
} from './rcon-client.ts'

export interface SourceDialect {
  /**
   * When the empty packet is sent. Minecraft hangs up on two packets that arrive together, so there it follows the
   * first part of the answer.
   */
  marksEnd: 'at-once' | 'after-first-part'
  commandLimitBytes: number
}

export const sourceDialect: SourceDialect = { marksEnd: 'at-once', commandLimitBytes: 4_000 }
export const minecraftDialect: SourceDialect = { marksEnd: 'after-first-part', commandLimitBytes: 1_446 }

/** As long as nobody knows whether a game answers the empty packet: how long it may take to do so. */
const unknownGameQuietMs = 1_000
const lastId = 0x7fff_fff0

export async function openSourceClient(
  address: RconAddress,
  dialect: SourceDialect,
  limits: RconLimits = rconLimits,
): Promise<RconClient> {
  const socket = await openSocket(address, limits.connectMs)
  const client = new SourceClient(socket, dialect, limits)
  try {
    await client.logIn(address.password)
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

async function openSocket({ host, port }: RconAddress, limitMs: number): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(limitMs) })
    return socket
  } catch {
    socket.on('error', () => {})
    socket.destroy()
    throw notListening()
  }
}

class SourceClient implements RconClient {
  readonly #socket: Socket
  readonly #dialect: SourceDialect
  readonly #limits: RconLimits
  readonly #inbox = new Inbox<SourcePacket>()
  #isBroken = false
  #id = 0
  #marksEnd: 'unknown' | 'yes' | 'no' = 'unknown'

  constructor(socket: Socket, dialect: SourceDialect, limits: RconLimits) {
    this.#socket = socket
    this.#dialect = dialect
    this.#limits = limits
    const read = createSourceReader()
    socket.on('data', chunk => {
      const packets = read(chunk)
      if (packets === 'broken') {
        this.#isBroken = true
        this.close()
      } else for (const packet of packets) this.#inbox.put(packet)
    })
    socket.on('error', () => {})
    socket.on('end', () => this.close())
    socket.on('close', () => this.#inbox.end())
  }

  get isClosed(): boolean {
    return this.#inbox.hasEnded
  }

  close(): void {
    this.#inbox.end()
    this.#socket.destroy()
  }

  async logIn(password: string): Promise<void> {
    await this.#inbox.during(async () => {
      const id = this.#write(sourceTypes.auth, password)
      const untilMs = performance.now() + this.#limits.answerMs
      for (;;) {
        const arrival = await this.#inbox.next(untilMs - performance.now())
        if (arrival === 'silence') throw noAnswer()
        if (arrival === 'ended') throw this.#isBroken ? notRcon() : wrongPassword()
        const { item } = arrival
        if (item.type !== sourceTypes.authAnswer) continue
        if (item.id === refusedId) throw wrongPassword()
        if (item.id === id) return
      }
    })
  }

  async send(command: string): Promise<string> {
    const { commandLimitBytes } = this.#dialect
    if (Buffer.byteLength(command) > commandLimitBytes) throw tooLong(commandLimitBytes)
    return this.#inbox.during(() => this.#ask(command))
  }

  async #ask(command: string): Promise<string> {
    const answer = collectAnswer(retainedAnswerBytes)
    const commandId = this.#write(sourceTypes.command, command)
    let endId = this.#dialect.marksEnd === 'at-once' ? this.#write(sourceTypes.answer) : null
    const untilMs = performance.now() + this.#limits.answerMs
    let hasBegun = false
    for (;;) {
      const leftMs = untilMs - performance.now()
      const arrival = leftMs <= 0 ? 'silence' : await this.#inbox.next(this.#patienceMs(hasBegun, leftMs))
      if (arrival === 'silence' && hasBegun && untilMs > performance.now()) return this.#endBySilence(answer)
      if (arrival === 'silence') throw this.#giveUp(noAnswer())
      if (arrival === 'ended') return this.#endByHangUp(answer, hasBegun)
      const { item } = arrival
      if (item.id === endId) {
        this.#marksEnd = 'yes'
        return answer.text()
      }
      if (item.id !== commandId && this.#hasUsed(item.id)) continue
      hasBegun = true
      answer.add(item.body)
      endId ??= this.#write(sourceTypes.answer)
    }
  }

  /** Whose end is marked is waited for; of the others silence tells. */
  #patienceMs(hasBegun: boolean, leftMs: number): number {
    if (!hasBegun || this.#marksEnd === 'yes') return leftMs
    return Math.min(leftMs, this.#marksEnd === 'no' ? this.#limits.quietMs : unknownGameQuietMs)
  }

  #endBySilence(answer: { text(): string }): string {
    this.#marksEnd = 'no'
    return answer.text()
  }

  /** Some games hang up on the empty packet; their answer is complete by then. */
  #endByHangUp(answer: { text(): string }, hasBegun: boolean): string {
    if (hasBegun && !this.#isBroken) return answer.text()
    throw this.#isBroken
      ? notRcon()
      : unreachable('the game closed the RCON connection before it answered: look at its console')
  }

  /** A late answer would be taken for that of the next command. */
  #giveUp(error: Error): Error {
    this.close()
    return error
  }

  /** What comes late belongs to an earlier command. An id that was never given is that of a game that forgets ids. */
  #hasUsed(id: number): boolean {
    return id >= 1 && id <= this.#id
  }

  #write(type: number, body = ''): number {
    this.#id = this.#id >= lastId ? 1 : this.#id + 1
    this.#socket.write(encodeSourcePacket(this.#id, type, body))
    return this.#id
  }
}
