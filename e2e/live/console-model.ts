// A game, its node, a panel and browsers in one process, with time as an argument: the console's own code on every side,
// and between them lines that can be cut at any moment.

import { EventEmitter } from 'node:events'
import type { ConsoleMessage } from '@rookery/contracts/websocket/console.ts'
import { OutputRing } from '@rookery/primitives/output-ring.ts'
import { harmlessString } from '@rookery/primitives/terminal-text.ts'
import { pino } from 'pino'
import type { WebSocket } from 'ws'
import { createConsoles } from '../../daemon/src/features/console/console.ts'
import { watchConsole } from '../../daemon/src/features/console/watch-console.ts'
import type { RunningProcess } from '../../daemon/src/platform/process-managers/process-manager.ts'
import { type Console, createConsole } from '../../panel/src/features/console/console.ts'
import { resumePointOf } from '../../panel/src/features/console/logic/resume-point.ts'
import { createChanges } from '../../panel/src/platform/changes.ts'
import { NodeOfflineError } from '../../panel/src/platform/daemon-link/link-errors.ts'
import type {
  Transfer,
  TransferBody,
  TransferPurpose,
} from '../../panel/src/platform/daemon-link/transfers.ts'
import { Connection } from '../../panel/src/platform/websocket/connection.ts'
import {
  arrivalOf,
  type ConsoleChunk,
  consoleStart,
  resumeQuery,
  takeArrival,
} from '../../web/src/features/console/logic/console-stream.ts'

const gameServerId = 1
const nodeId = 1
const keeperBytes = 1024 * 1024
const never = new Promise<never>(() => {})

/** One run of the game as its keeper holds it. */
export class Run {
  readonly number: number
  readonly streamId: string
  readonly printed: Buffer[] = []
  hasFlooded = false
  isOver = false
  #ring = new OutputRing(keeperBytes)
  #lines = 0
  #unprinted: Buffer = Buffer.alloc(0)
  #changed = Promise.withResolvers<void>()

  constructor(number: number) {
    this.number = number
    this.streamId = `run-${number}`
  }

  /** The next bytes of lines that are all different, cut anywhere. */
  print(byteCount: number): void {
    while (this.#unprinted.length < byteCount)
      this.#unprinted = Buffer.concat([this.#unprinted, this.#line()])
    this.#put(this.#unprinted.subarray(0, byteCount))
    this.#unprinted = this.#unprinted.subarray(byteCount)
  }

  finishLine(): void {
    this.print(this.#unprinted.length)
    this.#put(this.#line())
  }

  /** More than anybody keeps. */
  flood(): void {
    this.hasFlooded = true
    this.finishLine()
    const lines = Array.from({ length: 1_200 }, () => `${this.number}f${this.#lines++}${'x'.repeat(1_000)}\n`)
    this.#put(Buffer.from(lines.join('')))
  }

  end(): void {
    this.isOver = true
    this.#wake()
  }

  /** What a console shows of all that was printed. */
  get text(): string {
    return harmlessString(Buffer.concat(this.printed))
  }

  /** As a daemon that has just started it, or found it again, holds it; `isCut` when that daemon is gone. */
  held(isCut: () => boolean): RunningProcess {
    const nothing = async () => {}
    return {
      id: gameServerId,
      pid: 1,
      streamId: this.streamId,
      startedAtMs: 0,
      earlierOutputEndSeq: this.#ring.endSeq,
      exit: never,
      write: nothing,
      resize: nothing,
      signal: nothing,
      endTree: nothing,
      usage: async () => ({}),
      forget: nothing,
      output: fromSeq => this.#output(fromSeq, isCut),
    }
  }

  async *#output(fromSeq: number, isCut: () => boolean) {
    let position = fromSeq
    for (;;) {
      const changed = this.#changed.promise
      if (isCut()) await never
      const { seq, bytes } = this.#ring.read(position, 64 * 1024)
      if (bytes.length > 0) {
        yield { streamId: this.streamId, seq, bytes, gapBytes: seq - position }
        position = seq + bytes.length
      } else if (this.isOver) return
      else await changed
    }
  }

  #line(): Buffer {
    this.#lines += 1
    const name = `${this.number}:${this.#lines}`
    return Buffer.from(
      `${name} plain ä€😀 \u001b[31mred\u001b[0m \u001b]0;title ${name}\u0007 end ${name}\r\n`,
    )
  }

  #put(bytes: Buffer): void {
    this.printed.push(Buffer.from(bytes))
    this.#ring.append(bytes)
    this.#wake()
  }

  #wake(): void {
    const { resolve } = this.#changed
    this.#changed = Promise.withResolvers()
    resolve()
  }
}

/** A browser with the console open: what is on its screen, over all of its connections. */
export class Browser {
  position = consoleStart
  readonly parts: ConsoleChunk[] = []
  /** Sent by the panel, not arrived yet: lost when the line is cut. */
  underWay: string[] = []
  line: FakeSocket | null = null

  cut(): void {
    this.line?.cut()
    this.line = null
    this.underWay = []
  }

  takeArrived(): void {
    for (const text of this.underWay.splice(0)) {
      const arrival = arrivalOf(JSON.parse(text) as ConsoleMessage)
      if (!arrival) continue
      const step = takeArrival(this.position, arrival)
      this.position = step.position
      this.parts.push(...step.parts)
    }
  }
}

/** The panel's end of a browser's line. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  readonly bufferedAmount = 0
  readonly #deliver: (text: string) => void

  constructor(deliver: (text: string) => void) {
    super()
    this.#deliver = deliver
  }

  send(message: Buffer, _options: object, taken: () => void): void {
    if (this.readyState === this.OPEN) this.#deliver(message.toString())
    queueMicrotask(taken)
  }

  cut(): void {
    this.readyState = 3
    this.emit('close')
  }

  close(): void {
    this.cut()
  }

  terminate(): void {
    this.cut()
  }
}

export class ConsoleModel {
  readonly runs: Run[] = []
  readonly browsers = [new Browser(), new Browser(), new Browser()]
  #panel: { console: Console; changes: ReturnType<typeof createChanges> } | null = null
  #daemon: { consoles: ReturnType<typeof createConsoles>; isCut: boolean } | null = null
  #isNodeAway = false
  #cutTransfers = new Set<() => void>()

  get run(): Run | undefined {
    return this.runs.at(-1)
  }

  startGame(): void {
    if (!this.#daemon || (this.run && !this.run.isOver)) return
    const run = new Run(this.runs.length + 1)
    this.runs.push(run)
    const daemon = this.#daemon
    daemon.consoles.follow(
      run.held(() => daemon.isCut),
      [],
      true,
    )
  }

  startPanel(): void {
    if (this.#panel) return
    const changes = createChanges()
    const server = { state: 'running', stateReason: null, nodeId }
    const gameServers = { find: async () => server, nodeOf: async () => nodeId }
    this.#panel = {
      changes,
      console: createConsole({
        gameServers: gameServers as never,
        link: {
          isOnline: () => this.#isOnline && this.#panel?.changes === changes,
          openTransfer: async (_node, purpose) => this.#openTransfer(purpose),
          call: () => never,
        },
        changes,
        log: pino({ level: 'silent' }),
        now: () => Date.now(),
      }),
    }
  }

  killPanel(): void {
    this.#panel = null
    this.#cutAll()
    for (const browser of this.browsers) browser.cut()
  }

  startDaemon(): void {
    if (this.#daemon) return
    const daemon = { consoles: createConsoles(), isCut: false }
    this.#daemon = daemon
    const isCut = () => daemon.isCut
    // What has ended meanwhile is settled at the start, and its output is gone.
    if (this.run && !this.run.isOver) daemon.consoles.follow(this.run.held(isCut), [], false)
    this.#announce()
  }

  killDaemon(): void {
    if (!this.#daemon) return
    this.#daemon.isCut = true
    this.#daemon = null
    this.#cutAll()
    this.#announce()
  }

  setNodeAway(isAway: boolean): void {
    if (this.#isNodeAway === isAway) return
    this.#isNodeAway = isAway
    if (isAway) this.#cutAll()
    this.#announce()
  }

  connect(browser: Browser): void {
    const panel = this.#panel
    if (!panel || browser.line) return
    const line = new FakeSocket(text => {
      if (browser.line === line) browser.underWay.push(text)
    })
    browser.line = line
    const caller = {
      kind: 'login-session' as const,
      userId: 1,
      login: 'a',
      jti: '',
      issuedAtMs: 0,
      expiresAtMs: 0,
      restricted: false,
    }
    const connection = new Connection(line as unknown as WebSocket, caller, {
      now: Date.now,
      denied: () => {},
    })
    const { since, stream } = resumeQuery(browser.position)
    const query = since === undefined ? {} : { since: String(since), stream }
    void panel.console.watch(gameServerId, connection, resumePointOf(query))
  }

  get #isOnline(): boolean {
    return this.#daemon !== null && !this.#isNodeAway
  }

  #announce(): void {
    this.#panel?.changes.publish({ kind: 'node-presence', nodeId, online: this.#isOnline })
  }

  #cutAll(): void {
    for (const cut of this.#cutTransfers) cut()
    this.#cutTransfers.clear()
  }

  #openTransfer(purpose: TransferPurpose): Transfer {
    if (!this.#daemon || !this.#isOnline || purpose.$case !== 'watchConsole')
      throw new NodeOfflineError(nodeId)
    const leaving = new AbortController()
    const { promise: isCut, reject } = Promise.withResolvers<never>()
    isCut.catch(() => {})
    const cut = () => {
      leaving.abort()
      reject(new NodeOfflineError(nodeId))
    }
    this.#cutTransfers.add(cut)
    const chunks = watchConsole(this.#daemon.consoles, purpose.value, leaving.signal)
    async function* bodies(): AsyncGenerator<TransferBody> {
      for (;;) {
        const { value, done } = await Promise.race([chunks.next(), isCut])
        if (done || !value) throw new NodeOfflineError(nodeId)
        yield { $case: 'output', value }
      }
    }
    return { [Symbol.asyncIterator]: bodies, close: cut, send: async () => {} }
  }
}
