// One Control call to the panel, from Hello to its end.

import { timingSafeEqual } from 'node:crypto'
import { type ClientDuplexStream, type ServiceError, status } from '@grpc/grpc-js'
import type {
  AskAnswer,
  Call,
  CallAnswer,
  FromDaemon,
  FromPanel,
  Hello,
  NodeLinkClient,
  OpenTransfer,
  Welcome,
} from '@rookery/contracts/daemon/generated/link.ts'
import { asLinkRefusal, type LinkHooks, LinkRefusal, type PanelMessage } from './link-hooks.ts'
import { createOrderedWork, type OrderedWork } from './ordered-work.ts'
import type { PanelTime } from './panel-time.ts'

const welcomeTimeoutMs = 15_000
const missedHeartbeatLimit = 3
/** Silence is measured in parts of the interval, so that it ends the call right after the third heartbeat is missed. */
const ticksPerHeartbeat = 3
const inboundLimitMessages = 1_000
const outboundLimitMessages = 10_000

export interface StreamEnd {
  code: status
  reason: string
  wasWelcomed: boolean
}

export interface ControlStreamOptions {
  nodeId: number
  connectionPassword: string
  hooks: LinkHooks
  clock: () => number
  panelTime: PanelTime
  welcomed: (welcome: Welcome) => void
  openTransfer: (order: OpenTransfer) => void
  /** Rule L16. */
  droppedLate: (what: string, lateMs: number) => void
  askAnswered: (answer: AskAnswer) => void
  failed: (what: string, error: unknown) => void
}

type PanelBody = NonNullable<FromPanel['body']>
type QueueItem =
  | { welcome: Welcome }
  | { call: Call; expiresAtMs: number | undefined }
  | { message: PanelMessage | SettingsMessage; expiresAtMs: number | undefined }
type SettingsMessage = Extract<PanelBody, { $case: 'nodeSettings' }>

export class ControlStream {
  readonly ended: Promise<StreamEnd>
  readonly #end = Promise.withResolvers<StreamEnd>()
  readonly #stream: ClientDuplexStream<FromDaemon, FromPanel>
  readonly #options: ControlStreamOptions
  readonly #inbound: OrderedWork<QueueItem>
  readonly #welcomeTimer: NodeJS.Timeout
  #heartbeatTimer: NodeJS.Timeout | undefined
  #isWelcomed = false
  #isEnded = false
  #isHeld = false
  #heardSinceTick = true
  #silentTicks = 0
  #ticks = 0

  constructor(channel: NodeLinkClient, hello: Hello, options: ControlStreamOptions) {
    this.ended = this.#end.promise
    this.#options = options
    this.#inbound = this.#createInbound()
    this.#stream = channel.control()
    this.#stream.on('data', (message: FromPanel) => this.#hear(message))
    this.#stream.on('error', (error: ServiceError) => this.#leave(error.code, error.details))
    this.#stream.on('end', () => this.#leave(status.OK, 'the panel has closed the connection'))
    this.#welcomeTimer = setTimeout(
      () => this.end(status.DEADLINE_EXCEEDED, 'the panel did not answer Hello'),
      welcomeTimeoutMs,
    )
    this.#stream.write({ body: { $case: 'hello', value: hello } })
  }

  /** False when the connection is over: Hello of the next one tells what is true then. */
  send(body: NonNullable<FromDaemon['body']>): boolean {
    if (this.#isEnded) return false
    this.#stream.write({ body })
    if (this.#stream.writableLength > outboundLimitMessages) {
      this.end(status.RESOURCE_EXHAUSTED, 'the panel does not read what the daemon sends')
    }
    return true
  }

  end(code: status, reason: string): void {
    if (this.#isEnded) return
    this.#leave(code, reason)
    if (code === status.OK) this.#stream.end()
    else this.#stream.cancel()
  }

  #createInbound(): OrderedWork<QueueItem> {
    return createOrderedWork<QueueItem>({
      waitingLimit: inboundLimitMessages,
      work: item => this.#work(item),
      hold: held => {
        this.#isHeld = held
        if (held) this.#stream.pause()
        else this.#stream.resume()
      },
      failed: error => {
        this.#options.failed('a message of the panel could not be worked on', error)
        this.end(status.UNAVAILABLE, 'a message of the panel could not be worked on')
      },
    })
  }

  #work(item: QueueItem): void | Promise<void> {
    const { hooks } = this.#options
    if ('welcome' in item) return this.#settleIn(item.welcome)
    // Checked here and not when it was heard: what waits for its turn may become too late.
    const lateMs = this.#options.panelTime.lateByMs(item.expiresAtMs)
    if ('message' in item) {
      if (lateMs > 0) {
        this.#options.droppedLate(item.message.$case, lateMs)
        return item.message.$case === 'runTask' ? hooks.refuseLate(item.message.value) : undefined
      }
      return item.message.$case === 'nodeSettings'
        ? hooks.settings(item.message.value)
        : hooks.received(item.message)
    }
    void this.#answer(item.call, lateMs)
  }

  async #settleIn({ gameServers, nodeSettings, removed }: Welcome): Promise<void> {
    const { hooks } = this.#options
    // A panel that does not know of settings leaves everything as it is by default.
    await hooks.settings(nodeSettings ?? { sftpEnabled: false, sftpPort: 0 })
    await hooks.welcomed(gameServers, removed)
  }

  #hear({ body, expiresAtMs }: FromPanel): void {
    this.#heardSinceTick = true
    // Rule L7: a body of a later version is read as none.
    if (this.#isEnded || !body) return
    if (!this.#isWelcomed) this.#welcome(body)
    else if (body.$case === 'call') this.#inbound.push({ call: body.value, expiresAtMs })
    else if (body.$case === 'openTransfer') this.#openTransfer(body.value, expiresAtMs)
    else if (body.$case === 'askAnswer') this.#options.askAnswered(body.value)
    else if (body.$case === 'heartbeat') this.#options.panelTime.note(body.value.sentAtMs)
    else if (body.$case !== 'welcome') this.#inbound.push({ message: body, expiresAtMs })
  }

  #openTransfer(order: OpenTransfer, expiresAtMs: number | undefined): void {
    const { panelTime, openTransfer, droppedLate } = this.#options
    const lateMs = panelTime.lateByMs(expiresAtMs)
    if (lateMs > 0) droppedLate(order.purpose?.$case ?? 'transfer', lateMs)
    else openTransfer(order)
  }

  #welcome(body: PanelBody): void {
    clearTimeout(this.#welcomeTimer)
    if (body.$case !== 'welcome') {
      this.end(status.INVALID_ARGUMENT, 'the panel must answer Hello with Welcome')
      return
    }
    const { nodeId, connectionPassword } = this.#options
    if (body.value.nodeId !== nodeId || !isSameSecret(body.value.connectionPassword, connectionPassword)) {
      this.end(
        status.UNAUTHENTICATED,
        'the panel does not know the connection password of this node: enroll it again',
      )
      return
    }
    this.#isWelcomed = true
    if (body.value.sentAtMs !== undefined) this.#options.panelTime.note(body.value.sentAtMs)
    const intervalMs = Math.max(1, body.value.heartbeatSeconds) * 1_000
    this.#heartbeatTimer = setInterval(() => this.#tick(), intervalMs / ticksPerHeartbeat)
    this.#inbound.push({ welcome: body.value })
    this.#options.welcomed(body.value)
  }

  async #answer({ callId, body }: Call, lateMs: number): Promise<void> {
    const answer: CallAnswer = {
      callId,
      errorCode: '',
      errorMessage: '',
      ports: [],
      logLines: [],
      output: '',
      json: '',
    }
    try {
      if (!body) throw new LinkRefusal('invalid_input', 'the daemon does not know this question: update it')
      if (lateMs > 0) {
        this.#options.droppedLate(body.$case, lateMs)
        throw new LinkRefusal('unavailable', 'the node got this too late and has not done it: try again')
      }
      Object.assign(answer, await this.#options.hooks.answer(body))
    } catch (error) {
      if (!(error instanceof LinkRefusal))
        this.#options.failed('a question of the panel could not be answered', error)
      const { code, message } = asLinkRefusal(error, 'the daemon could not do this')
      answer.errorCode = code
      answer.errorMessage = message
    }
    this.send({ $case: 'callAnswer', value: answer })
  }

  /** Ticks are counted, not time: a daemon that was frozen itself has not missed anything yet. */
  #tick(): void {
    // While the daemon itself holds the stream, silence says nothing about the panel.
    this.#silentTicks = this.#heardSinceTick || this.#isHeld ? 0 : this.#silentTicks + 1
    this.#heardSinceTick = false
    this.#ticks += 1
    if (this.#silentTicks >= missedHeartbeatLimit * ticksPerHeartbeat) {
      this.end(status.DEADLINE_EXCEEDED, `${missedHeartbeatLimit} heartbeats of the panel were missed`)
    } else if (this.#ticks % ticksPerHeartbeat === 0) {
      this.send({ $case: 'heartbeat', value: { sentAtMs: this.#options.clock() } })
    }
  }

  #leave(code: status, reason: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    clearTimeout(this.#welcomeTimer)
    clearInterval(this.#heartbeatTimer)
    this.#inbound.stop()
    this.#end.resolve({ code, reason, wasWelcomed: this.#isWelcomed })
  }
}

function isSameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
